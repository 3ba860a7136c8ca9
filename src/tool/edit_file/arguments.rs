//! The arguments of `edit_file`.

use crate::edit::Edit;
use crate::tool::args::{ArgumentKind, arguments};

/// The most edits in a call.
const MAX_EDITS: usize = 100;

pub(super) const EDITS_HELP: &str = "give the edits as a list, such as {\"edits\": [{\"old\": \"text to replace\", \"new\": \"its new text\"}]}, or append";

/// The help for `expect`, the version that a change is meant for.
pub(in crate::tool) const EXPECT_HELP: &str = "give the version from the last line of read_file's reply";

arguments! {
    EditArguments {
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
        edits: Vec<OneEdit> = ArgumentKind::List { of: OneEdit::PARAMS, max: MAX_EDITS }, EDITS_HELP;
        append: Option<String> = ArgumentKind::Text, "give the text to add, such as {\"append\": \"- [ ] rope\"}";
        /// Below properties.
        prepend: Option<String> = ArgumentKind::Text, "give the text to add, such as {\"prepend\": \"- [ ] rope\"}";
        /// The heading to append below.
        under: Option<String> = ArgumentKind::Text, "give a heading of the note, such as {\"under\": \"Tasks\", \"append\": \"- [ ] rope\"}";
        /// The version last shown.
        expect: Option<String> = ArgumentKind::Text, EXPECT_HELP;
    }
}

arguments! {
    OneEdit {
        /// Text exactly as in the file, without line numbers, that occurs once; else give near_line or all.
        old: String = ArgumentKind::Text, EDITS_HELP;
        new: String = ArgumentKind::Text, EDITS_HELP;
        /// Everywhere.
        all: bool = ArgumentKind::Flag, "give true or false";
        /// A line near it.
        near_line: Option<u32> = ArgumentKind::Count, "give the number of a line, such as 12";
    }
}

impl From<OneEdit> for Edit {
    fn from(OneEdit { old, new, all, near_line }: OneEdit) -> Self {
        Self { old, new, all, near_line }
    }
}
