//! Taking out of the lists what no longer counts, a few terms at a time. Between two slices the index is as good as ever:
//! notes may be put, removed and searched.

use super::Index;

/// How far a pass over the dictionary has come.
#[derive(Debug, Default)]
pub(super) struct Tidying {
    page: usize,
    offset: usize,
    /// What was dead when it began, and is gone when it ends.
    dead: u64,
}

impl Index {
    /// Does a slice of tidying, of about `max_work` postings, if more than a third of all no longer counts or a pass was
    /// begun. Whether there is more to do.
    ///
    /// The memory that becomes free is used for what comes later.
    pub fn tidy(&mut self, max_work: usize) -> bool {
        // What no longer counts may still be on its way.
        if self.settle(max_work) {
            return true;
        }
        let mut pass = match self.tidying.take() {
            Some(pass) => pass,
            None if self.dead * 3 > self.live + self.dead => Tidying { dead: self.dead, ..Tidying::default() },
            None => return false,
        };
        let mut work = 0;
        while work < max_work.max(1) {
            let parts = &self.parts;
            if let Some((next, took)) = self.dictionary.tidy(pass.page, pass.offset, |part| parts.get(part).is_some()) {
                pass.offset = next;
                work += took;
            } else if pass.page + 1 < self.dictionary.pages() {
                pass = Tidying { page: pass.page + 1, offset: 0, dead: pass.dead };
            } else {
                self.dead -= pass.dead;
                return false;
            }
        }
        self.tidying = Some(pass);
        true
    }
}
