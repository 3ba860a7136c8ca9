//! How a link to a file is written, in the manner of the link that it replaces.

use std::fmt::Write as _;

use super::vault_files::{VaultFiles, folder_of};
use crate::note::{Link, LinkStyle};
use crate::path::VaultPath;

/// A file that a link opens now, and where it will be.
pub(super) struct Destination<'d> {
    pub now: &'d VaultPath,
    pub then: &'d VaultPath,
}

/// The new target of `link`, which is in `text`, so that in `note` it opens `to.then` among `files`. It stays a name, a
/// path from the vault's root or a path from the note, with or without `.md`, as it was. `None` if no target does.
pub(super) fn written_link(
    link: &Link,
    text: &str,
    note: &VaultPath,
    to: &Destination<'_>,
    files: &VaultFiles,
) -> Option<String> {
    let old = link.path(text);
    let shorter = |path: &VaultPath| -> String {
        let path = path.as_str();
        let keeps = has_md(&old) || !has_md(path);
        (if keeps { path } else { &path[..path.len() - 3] }).to_owned()
    };
    let full = shorter(to.then);
    let mut ways = Vec::new();
    if old.starts_with("./") || old.starts_with("../") {
        ways.push(from_note(note, &full));
    } else if old.starts_with('/') {
        ways.push(format!("/{full}"));
    } else if !old.contains('/') || shorter(to.now) != old {
        // As many names as before: `a/b` for `x/a/b.md`.
        ways.push(last_names(&full, old.split('/').count()).to_owned());
    }
    ways.extend([full, to.then.to_string(), format!("/{}", to.then)]);
    ways.into_iter().find(|way| files.opened_by(way, note) == Some(to.then)).map(|way| encoded(&way, link, text))
}

/// `path` seen from the folder of `note`: `../b/c`, `./c`.
fn from_note(note: &VaultPath, path: &str) -> String {
    let (folder, mut rest) = (folder_of(note), path);
    let mut up = 0;
    for name in folder.split_inclusive('/') {
        match rest.strip_prefix(name).filter(|_| up == 0) {
            Some(below) => rest = below,
            None => up += 1,
        }
    }
    if up == 0 { format!("./{rest}") } else { format!("{}{rest}", "../".repeat(up)) }
}

/// The last `count` names of `path`.
fn last_names(path: &str, count: usize) -> &str {
    path.rmatch_indices('/').nth(count.saturating_sub(1)).map_or(path, |(at, _)| &path[at + 1..])
}

/// `path` as the target of `link`.
fn encoded(path: &str, link: &Link, text: &str) -> String {
    if link.style == LinkStyle::Wiki {
        return path.to_owned();
    }
    // `[t](<a b.md>)`
    let is_bracketed = text[..link.target.start].ends_with('<');
    let mut encoded = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            ' ' | '(' | ')' if is_bracketed => encoded.push(c),
            '%' | '<' | '>' | '\\' | ' ' | '(' | ')' => _ = write!(encoded, "%{:02X}", u32::from(c)),
            c => encoded.push(c),
        }
    }
    encoded
}

fn has_md(path: &str) -> bool {
    path.len() > 3 && path.get(path.len() - 3..).is_some_and(|end| end.eq_ignore_ascii_case(".md"))
}
