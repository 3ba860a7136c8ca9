//! Numbers that look random and are the same every time.

/// `SplitMix64`: small, fast, and good for any seed.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each case of each target.
    pub fn of(target: &str, case: u64) -> Self {
        // FNV-1a, so that the same target has the same numbers on every machine.
        let hash = target.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mut random = Self(hash ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 where there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound.max(1)).expect("a machine of 64 bits at most");
        usize::try_from(self.next() % bound).expect("it is below a usize")
    }

    /// A number of any size up to `bound`, small ones as often as large ones.
    pub fn sized(&mut self, bound: usize) -> usize {
        let bits = bound.max(1).ilog2() as usize + 1;
        let below = 1_usize << (1 + self.below(bits)).min(62);
        self.below(below).min(bound)
    }

    pub fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    pub fn one_in(&mut self, several: usize) -> bool {
        self.below(several) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
