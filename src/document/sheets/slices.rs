//! Reading a part of a workbook in slices.

use crate::draft::Stop;
use crate::xml::{Node, Xml};

impl Xml<'_> {
    /// As [`Xml::opens`], but gives way to the shim between two slices, however much there is between two elements.
    pub(super) async fn opens_in_slices(&mut self, inside: usize) -> Result<bool, Stop> {
        while self.depth() >= inside {
            self.pause().await;
            match self.next()? {
                Node::Open => return Ok(true),
                Node::Close | Node::Text => {}
                Node::End => break,
            }
        }
        Ok(false)
    }
}
