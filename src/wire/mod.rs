//! What crosses the boundary of the core: its requests, the host's answers, and what a call replies. Below all tools.

mod answer;
mod embedding_texts;
mod proposal;
pub(crate) mod reply;
mod request;
mod undo;

pub(crate) use answer::whole_bytes;
pub use answer::{Answer, FileStat, Image, ListedFile, Listing};
pub use embedding_texts::{EmbedPurpose, TextToEmbed, Vectors};
pub use proposal::{
    ChangeMade, ChangeOutcome, Decision, EditedHunk, LinkedNote, Move, Proposal, ProposedHunk, TextLoss, Write, Written,
};
pub use reply::{
    ArgumentValue, Asked, AskedKind, Content, DatedBy, Entry, Explanation, FileShown, FormFound, HitLine, Layout,
    LineRun, LinkFound, Next, NextArguments, NoteFound, PassageFound, PropertyShown, RelatedNote, Reply, Structured,
};
pub use request::{Enough, LinksFrom, Request, Slice};
pub use undo::{Made, MovedBack, Replaced, Undo};
