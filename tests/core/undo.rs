//! Undoing changes, in any order, whatever happened since.

use lectern::{Decision, EditedHunk, ErrorCode, Made, Undo, Write};
use proptest::prelude::*;
use serde_json::json;

use crate::support::changed_vault::{self, accepted};
use crate::support::{Vault, code, text};

/// What the journal keeps of `write`.
fn made(write: &Write) -> Made {
    let (version, new_version) = (write.version.clone(), write.new_version.clone());
    Made { version, new_version, replaced: write.replaced.clone() }
}

fn undo_of(write: &Write, hunks: Option<Vec<u32>>) -> Undo {
    changed_vault::undo_of(write.path.path().as_str(), made(write), hunks)
}

#[test]
fn what_was_made_is_trashed_and_what_was_trashed_is_made_again() {
    let mut vault = Vault::of(&[("a.md", "one\r\n")]);
    vault.change("write_file", &json!({"path": "New/b.md", "content": "x\n"}));
    let reply = vault.change("delete_file", &json!({"path": "a"}));
    assert_eq!(text(&reply), "moved \"a.md\" to the trash");
    assert_eq!((vault.content("a.md"), vault.content("New/b.md")), (None, Some(&b"x\n"[..])));
    let [made, deleted] = [0, 1].map(|index| undo_of(&vault.writes[index].clone(), None));
    assert!(!vault.undo(made.clone()).is_error && !vault.undo(deleted.clone()).is_error);
    assert_eq!((vault.content("a.md"), vault.content("New/b.md")), (Some(&b"one\r\n"[..]), None));
    // The file that was made has been changed since: it is kept.
    let mut vault = vault.with("New/b.md", "y\n").with("a.md", "mine");
    for change in [made, deleted] {
        assert_eq!(code(&vault.undo(change)), ErrorCode::Outdated);
    }
    assert_eq!((vault.content("a.md"), vault.content("New/b.md")), (Some(&b"mine"[..]), Some(&b"y\n"[..])));
}

#[test]
fn a_deleted_file_comes_back_under_its_own_name_and_in_the_encoding_that_the_trash_has() {
    let wide: Vec<u8> = "\u{feff}caf\u{e9}\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    // No new note could be made under these names.
    for name in ["C# notes [1].md", "Why?.md", "LICENSE"] {
        for bytes in [&b"one\n"[..], &wide, b"\xef\xbb\xbfmarked\n"] {
            let mut vault = Vault::of(&[("b.md", "")]).with(name, bytes);
            let reply = vault.change("delete_file", &json!({ "path": name }));
            assert!(!reply.is_error, "{}", text(&reply));
            let trashed = vec![b"another file of this name".to_vec().into(), bytes.to_vec().into()];
            let undone = Undo { trashed, ..undo_of(&vault.writes[0].clone(), None) };
            let reply = vault.undo(undone);
            assert!(!reply.is_error, "{}", text(&reply));
            assert_eq!(vault.content(name), Some(bytes));
        }
    }
    // Without the file in the trash, its text is all there is.
    let mut vault = Vault::of(&[]).with("a.md", &wide[..]);
    vault.change("delete_file", &json!({"path": "a"}));
    let undone = undo_of(&vault.writes[0].clone(), None);
    assert!(!vault.undo(undone).is_error);
    assert_eq!(vault.content("a.md"), Some("caf\u{e9}\r\n".as_bytes()));
}

#[test]
fn a_part_is_undone_and_what_changed_around_it_stays() {
    let mut vault = Vault::of(&[("a.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n")]);
    vault.change(
        "edit_file",
        &json!({"path": "a", "edits": [{"old": "2", "new": "two"}, {"old": "8", "new": "eight"}]}),
    );
    let write = vault.writes[0].clone();
    let mut other = vault.clone().with("a.md", "0\n1\ntwo\n3\n4\n5\n6\n7\neight\n9\n");
    assert!(!other.undo(undo_of(&write, Some(vec![1]))).is_error);
    assert_eq!(other.content("a.md").unwrap(), b"0\n1\ntwo\n3\n4\n5\n6\n7\n8\n9\n");
    let mut other = vault.clone().with("a.md", "1\nTWO\n3\n");
    let reply = other.undo(undo_of(&write, Some(vec![0])));
    assert_eq!(code(&reply), ErrorCode::Outdated);
    assert_eq!(other.content("a.md").unwrap(), b"1\nTWO\n3\n");
    // Undone by hand: nothing is left to do.
    let mut other = vault.with("a.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assert!(text(&other.undo(undo_of(&write, None))).contains("is unchanged"));
}

proptest! {
    /// A note changed in up to five calls, some hunks of which are rejected or edited; then all hunks are undone, one by one, in any
    /// order. One is refused only while a later change of the same place is not undone.
    #[test]
    fn undoing_all_in_any_order_restores_the_original(
        original in prop::collection::vec(prop_oneof![Just("a\n"), Just("b\r\n"), Just("c ä\n"), Just("d")], 0..9),
        calls in prop::collection::vec((prop::collection::vec((0..20_usize, 0..5_usize), 1..4), prop::option::of(0..3_u32), prop::option::of("|mine|a\nmine\n")), 1..6),
        order in prop::collection::vec(any::<prop::sample::Index>(), 60),
    ) {
        let original = original.concat();
        let mut vault = Vault::of(&[("a.md", original.as_str())]);
        for (round, (edits, only, edit)) in calls.iter().enumerate() {
            let text = String::from_utf8(vault.content("a.md").unwrap().to_vec()).unwrap();
            let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
            for (line, how) in edits {
                let line = (*line).min(lines.len());
                match how {
                    0 if line < lines.len() => _ = lines.remove(line),
                    1 => lines.insert(line, format!("new {round}\n")),
                    2 if line < lines.len() => lines[line] = format!("changed {round}\r\n"),
                    3 => lines.insert(line, "a\n".to_owned()),
                    _ => lines.truncate(line),
                }
            }
            let read = vault.change("read_file", &json!({"path": "a.md"}));
            let version = read.structured_content.files[0].version.clone();
            let edited = edit.clone().map(|text| vec![EditedHunk { hunk: 0, text }]);
            vault.decisions = vec![Decision { edited, ..accepted(only.map(|hunk| vec![hunk])) }];
            vault.change("write_file", &json!({"path": "a.md", "content": lines.concat(), "expect": version}));
            vault.decisions.clear();
        }
        let mut journal: Vec<Made> = vault.writes.iter().map(made).collect();
        let mut order = order.iter().cycle();
        let mut refused = 0;
        for _ in 0..1000 {
            journal.retain(|made| !made.replaced.is_empty());
            if journal.is_empty() {
                break;
            }
            // An order that never chooses the last change would wait for it forever.
            let chosen = if refused < 60 { order.next().unwrap().index(journal.len()) } else { journal.len() - 1 };
            let hunk = order.next().unwrap().index(journal[chosen].replaced.len());
            let (hunk, later) = (u32::try_from(hunk).unwrap(), journal[chosen + 1..].to_vec());
            let change = journal[chosen].clone();
            let is_last = later.is_empty();
            let reply = vault.undo(Undo { later, ..changed_vault::undo_of("a.md", change, Some(vec![hunk])) });
            if let Some(kept) = reply.structured_content.change.and_then(|change| change.journal) {
                journal.splice(chosen.., kept);
                refused = 0;
            } else {
                prop_assert!(!is_last, "the last change can always be undone: {:?}", reply.content);
                refused += 1;
            }
        }
        prop_assert_eq!(journal, Vec::new());
        prop_assert_eq!(vault.content("a.md").unwrap(), original.as_bytes());
    }
}
