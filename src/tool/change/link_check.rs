//! Looks up what a change does to links: which notes link to what it removes, and which of its new links open nothing.

use super::drafted::Drafted;
use crate::note::PartsReader;
use crate::policy::Denied;
use crate::tool::call::Host;
use crate::tool::notes::scan::NoteScan;
use crate::vault_links::{ChangedLinks, LinkWarnings, NoteLinks};

/// Bytes of a note to read in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 128 * 1024;

/// Whether `drafted` may have to do with links.
pub(super) fn is_needed(drafted: &Drafted) -> bool {
    drafted.is_trashed || (drafted.path.is_note() && may_matter(drafted))
}

/// What the user should know of links.
pub(super) async fn warnings(host: &Host, drafted: &Drafted) -> Result<LinkWarnings, Denied> {
    let Drafted { path, editable, text, is_trashed, .. } = drafted;
    let (old, new) = (links_of(host, &editable.text).await, links_of(host, text).await);
    host.give_way().await;
    let mut links = if *is_trashed {
        ChangedLinks::of_deleted(path)
    } else {
        ChangedLinks::new(path, (&editable.text, old), (text, new))
    };
    if links.is_empty() {
        return Ok(LinkWarnings::default());
    }
    let mut scan = NoteScan::new(&host.policy())?;
    if let Err(reason) = scan.list(host, |path| links.needs(path)).await {
        let remarks = vec![format!("links could not be checked: {reason}")];
        return Ok(LinkWarnings { faults: Vec::new(), remarks });
    }
    while let Some(notes) = scan.read(host).await {
        // A note that is excluded, or can't be read, is as good as not there.
        for (note, text) in notes.into_iter().filter_map(|read| Some((read.note, read.text?))) {
            links.add_note(note.granted.path(), &text.into_string());
        }
    }
    for path in scan.files().iter().filter(|path| !path.is_note()) {
        links.add_file(path);
    }
    Ok(links.warnings())
}

/// The links of the note `text`.
async fn links_of(host: &Host, text: &str) -> NoteLinks {
    let mut reader = PartsReader::new(text);
    loop {
        host.give_way().await;
        if reader.go_on(text, STEP_BYTES) {
            return NoteLinks::of(reader.finish(text), text);
        }
    }
}

/// Characters without which a change has nothing to do with links, headings and blocks.
const MARKS: [char; 13] = ['[', ']', '#', '^', '=', '-', '`', '~', '%', '<', '>', '$', '|'];

/// Whether the change may have to do with links: reading all of a large note takes long.
fn may_matter(Drafted { editable, text, hunks, .. }: &Drafted) -> bool {
    hunks.iter().any(|hunk| {
        // A heading may be underlined by the next line.
        let below = editable.text[hunk.before_span.end..].trim_start_matches(' ');
        let [old, new] = [&editable.text[hunk.before_span.clone()], &text[hunk.after_span.clone()]];
        below.starts_with(['=', '-']) || old.contains(MARKS) || new.contains(MARKS)
    })
}
