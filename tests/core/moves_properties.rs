//! No move breaks a link, whatever the links and names are.

use proptest::prelude::*;
use serde_json::json;

use crate::support::changed_vault::undo_of_move;
use crate::support::{Vault, text};

/// Paths that links can be mistaken for each other by.
fn any_path() -> impl Strategy<Value = String> {
    let folder = prop::sample::select(vec!["", "x/", "y/", "x/y/", "x y/"]);
    let name = prop::sample::select(vec!["a", "b", "A b", "b (1)", "50%", "ä", "a.b"]);
    (folder, name).prop_map(|(folder, name)| format!("{folder}{name}.md"))
}

/// A link as someone may write it to `path` in `note`.
fn any_link() -> impl Strategy<Value = String> {
    let target = any_path().prop_flat_map(|path| {
        let stem = path.trim_end_matches(".md").to_owned();
        let name = stem.rsplit('/').next().unwrap_or_default().to_owned();
        let ways =
            vec![path.clone(), stem, name.clone(), format!("../{path}"), format!("./{name}"), format!("/{path}")];
        prop::sample::select(ways)
    });
    (target, 0..6_usize).prop_map(|(target, style)| {
        let escaped = target.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "\\)");
        match style {
            0 => format!("[[{target}]]"),
            1 => format!("![[{target}#H|text]]"),
            2 => format!("[text]({escaped})"),
            3 => format!("[text](<{}>)", target.replace('%', "%25")),
            4 => format!("| a |\n|---|\n| [[{target}\\|b]] |\n"),
            _ => format!("`[[{target}]]`\n```\n[[{target}]]\n```\n"),
        }
    })
}

proptest! {
    /// Every link that opened a file still does, nothing else changes, and the move can be taken back.
    #[test]
    fn no_move_breaks_a_link(
        files in prop::collection::btree_map(any_path(), prop::collection::vec(any_link(), 0..4), 2..6),
        to in any_path(),
    ) {
        let files: Vec<_> = files.into_iter().map(|(path, links)| (path, links.join("\r\n"))).collect();
        let mut vault = files.iter().fold(Vault::default(), |vault, (path, text)| vault.with(path, text.as_str()));
        let (from, _) = &files[0];
        let reply = vault.change("move_file", &json!({ "from": from, "to": to }));
        if reply.is_error {
            prop_assert!(vault.moves.is_empty());
            return Ok(());
        }
        prop_assert!(!text(&reply).contains("warning: these links are not updated"), "{}", text(&reply));
        prop_assert!(!text(&reply).contains("do not open"), "{}", text(&reply));
        let back = undo_of_move(&vault);
        let reply = vault.undo(back);
        prop_assert!(!reply.is_error, "{}", text(&reply));
        for (path, before) in &files {
            prop_assert_eq!(vault.text_at(path), Some(before.as_str()));
        }
    }
}
