//! Tidying: removes dead postings, a few terms at a time. Between two slices notes may be added, removed and searched.

use super::Index;

/// The progress of a pass over the dictionary.
#[derive(Debug, Default)]
pub(super) struct Tidying {
    page: usize,
    offset: usize,
    /// The number of postings that were dead at its start, and are gone at its end.
    dead: u64,
}

impl Index {
    /// Tidies about `max_work` postings, if more than a third are dead or a pass is in progress. Returns whether there
    /// is more to do.
    ///
    /// The freed memory is reused by the index.
    pub fn tidy(&mut self, max_work: usize) -> bool {
        // Pending words may be dead too.
        if self.settle(max_work) {
            return true;
        }
        let mut pass = match self.tidying.take() {
            Some(pass) => pass,
            None if self.dead * 3 > self.live + self.dead => Tidying { dead: self.dead, ..Tidying::default() },
            None => return false,
        };
        self.changes += 1;
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
