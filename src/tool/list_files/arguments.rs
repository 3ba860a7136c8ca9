//! The arguments of `list_files`.

use crate::tool::args::{ArgumentKind, arguments};

pub(super) const AFTER_HELP: &str = "give a date such as 2025-03-01, or a date and time such as 2025-03-01T12:00Z";

arguments! {
    ListArguments {
        /// A folder: `Projects/2025`.
        path: Option<String> = ArgumentKind::Path, "give a folder's path from the vault root, such as {\"path\": \"Projects\"}, or leave it out for the vault";
        /// `*.md` at any depth; `2025/**/*.md` from the folder on; as in .gitignore.
        pattern: Option<String> = ArgumentKind::Text, "give a pattern such as \"*.md\", or leave it out for all files";
        /// How many levels; 1 is the folder itself.
        depth: Option<u32> = ArgumentKind::Count, "give a whole number: 1 for the folder itself, 2 for its folders too; leave it out for all that fits";
        /// name, modified (newest first), size (largest first); or a property: `due`, `-due` for the last first.
        sort: Option<String> = ArgumentKind::Text, "give name, modified, size or a property, or leave it out for name";
        /// As in search_notes.
        r#where: Option<String> = ArgumentKind::Text, "give conditions on properties, such as {\"where\": \"status = open\"}";
        /// To show instead of size and date.
        properties: Vec<String> = ArgumentKind::Texts, "give a list of names, such as {\"properties\": [\"status\", \"due\"]}";
        /// The files of a base's view: `Tasks.base#Open`.
        base: Option<String> = ArgumentKind::Path, "give a base and the name of its view, such as {\"base\": \"Tasks.base#Open\"}";
        /// `2025-03-01` or `2025-03-01T12:00Z`.
        modified_after: Option<String> = ArgumentKind::Text, AFTER_HELP;
        limit: Option<u32> = ArgumentKind::Count, "give a whole number from 1 to 1000, or leave it out for 200";
        cursor: Option<u32> = ArgumentKind::Count, "give the cursor from the previous reply, or leave it out to start over";
    }
}
