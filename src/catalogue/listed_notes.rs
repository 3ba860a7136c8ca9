//! What a listing has found out about the notes that it has read.

use super::{Catalogue, Standing};
use crate::catalogue::walk::Listed;
use crate::judge::JudgedText;

impl Catalogue {
    /// A listing has read `file`, which is not excluded.
    pub fn listed_open(&mut self, file: &Listed, title: Option<Box<str>>, text: JudgedText) {
        let (path, state) = (file.granted.path(), file.state());
        self.keep(path, state, Some(Standing::Open { title }));
        if !self.is_indexed(path, state) {
            self.texts.put(path, state, text.content.into_bytes());
        }
    }

    /// A listing has read `file`, which its content excludes.
    pub fn listed_closed(&mut self, file: &Listed) {
        let (path, state) = (file.granted.path(), file.state());
        if self.is_unread(path, state) || self.is_indexed(path, state) {
            self.forget(path);
        }
        self.keep(path, state, Some(Standing::Closed));
    }
}
