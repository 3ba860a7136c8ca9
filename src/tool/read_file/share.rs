//! Shares: divides the space of a reply among several files.
//!
//! Small files are shown whole; what they leave is divided evenly among the large ones.

use lectern_base::sort::sort_by;

use crate::text::Amount;

/// The share of each file in `room`. Files that demand less are shown whole. Unlimited in a unit of which there is
/// enough for all.
pub(super) fn fair_share(demands: &[Amount], room: Amount) -> Amount {
    let of = |unit: fn(&Amount) -> u64| level(demands.iter().map(unit).collect(), unit(&room));
    Amount {
        bytes: usize::try_from(of(|amount| amount.bytes as u64)).unwrap_or(usize::MAX),
        lines: u32::try_from(of(|amount| amount.lines.into())).unwrap_or(u32::MAX),
        millitokens: of(|amount| amount.millitokens),
    }
}

/// The highest level such that `demands`, capped at it, fit in `room`; `u64::MAX` if all fit.
fn level(mut demands: Vec<u64>, room: u64) -> u64 {
    sort_by(&mut demands, Ord::cmp);
    let mut left = room;
    let count = demands.len() as u64;
    for (demand, sharing) in demands.into_iter().zip((1..=count).rev()) {
        let even = left / sharing;
        if demand > even {
            return even;
        }
        left -= demand;
    }
    u64::MAX
}

#[cfg(test)]
mod tests {
    use super::level;

    #[test]
    fn small_ones_are_whole_and_the_large_share_the_rest() {
        for (demands, room, expected) in [
            (vec![10, 20, 30], 60, u64::MAX),
            (vec![10, 20, 31], 60, 30),
            (vec![10, 500, 500], 110, 50),
            (vec![500, 500, 500], 100, 33),
            (vec![7], 3, 3),
            (vec![0, 0, 9], 4, 4),
            (vec![1, 1], 0, 0),
            (vec![], 0, u64::MAX),
        ] {
            assert_eq!(level(demands.clone(), room), expected, "{demands:?} in {room}");
        }
    }
}
