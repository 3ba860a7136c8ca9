//! Sets of term positions in a query, one bit each.

use crate::search::query::MAX_TERMS;

/// The bit of a position.
pub(super) fn bit(place: usize) -> u64 {
    1 << (place % MAX_TERMS)
}

/// The positions whose bits are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}
