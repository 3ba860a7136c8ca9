//! Sets of term positions in a query, one bit each.

use std::ops::Range;

use crate::search::query::MAX_TERMS;

/// The bit of a position.
pub(super) fn bit(place: usize) -> u64 {
    1 << (place % MAX_TERMS)
}

/// The bits of several positions.
pub(super) fn bits(places: Range<usize>) -> u64 {
    places.map(bit).fold(0, |bits, bit| bits | bit)
}

/// The positions whose bits are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}
