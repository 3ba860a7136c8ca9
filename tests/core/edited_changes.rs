//! Changes that the user edits before accepting them.

use lectern::{ChangeOutcome, Decision, EditedHunk, ErrorCode, Made, ProposedHunk};
use proptest::prelude::*;
use serde_json::json;

use crate::support::changed_vault::{accepted, edit_args, undo_of};
use crate::support::{Vault, assert_ends, assert_says, code, text};

/// The user accepts these hunks, or all, with these edits of them.
fn edited(hunks: Option<Vec<u32>>, edits: &[(u32, &str)]) -> Decision {
    let edit = |&(hunk, text): &(u32, &str)| EditedHunk { hunk, text: text.to_owned() };
    Decision { edited: Some(edits.iter().map(edit).collect()), ..accepted(hunks) }
}

/// The reply about `a.md`, of which `old` is to become `new`, after the user wrote `edit` instead; and the note then.
fn replaced(note: &str, old: &str, new: &str, edit: &str) -> (String, String) {
    let mut vault = Vault::of(&[("a.md", note)]);
    vault.decisions = vec![edited(None, &[(0, edit)])];
    let reply = vault.edit("a.md", old, new);
    (text(&reply).to_owned(), String::from_utf8(vault.content("a.md").unwrap().to_vec()).unwrap())
}

#[test]
fn what_the_user_wrote_is_written_and_told() {
    let mut vault = Vault::of(&[("a.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n")]);
    vault.decisions = vec![edited(Some(vec![1, 2]), &[(1, "five\nand a half"), (0, "ignored"), (2, "")])];
    let edits: Vec<_> =
        [("2", "two"), ("5", "fünf"), ("8", "acht")].map(|(old, new)| json!({ "old": old, "new": new })).into();
    let reply = vault.change("edit_file", &json!({ "path": "a", "edits": edits }));
    assert_eq!(vault.content("a.md").unwrap(), b"1\n2\n3\n4\nfive\nand a half\n6\n7\n9\n");
    let change = reply.structured_content.change.clone().unwrap();
    assert_eq!(
        text(&reply),
        format!(
            "changed \"a.md\": 2 of 3 changes, version {}\n5: five\n6: and a half\n1 line removed below line 8\n\
             the user edited lines 5-6 before accepting\nthe user edited the change of lines 8-8 before accepting\n\
             the user rejected the change of lines 2-2",
            change.version.as_deref().unwrap()
        )
    );
    assert_eq!(vault.writes[0].new_version, change.version);
    assert!(change.diff.contains("-5\n+five\n+and a half\n") && !change.diff.contains("fünf"), "{}", change.diff);
}

#[test]
fn an_edit_takes_the_line_endings_of_its_place() {
    for (note, old, new, edit, result) in [
        ("a\r\nb\r\nc\r\n", "b", "B", "x\ny", "a\r\nx\r\ny\r\nc\r\n"),
        ("a\r\nb\r\nc", "c", "C", "x\ny", "a\r\nb\r\nx\r\ny"),
        ("a\nb\nc\n", "b", "B", "x\r\ny\r\n", "a\nx\ny\nc\n"),
        ("a\r\nb\nc\r\n", "a\nb", "A\nB", "A\nx\ny", "A\r\nx\ny\nc\r\n"),
        ("a\r\n", "a\r\n", "b", "x\ny", "x\r\ny"),
        ("a\r\nb\nc", "b\n", "", "B", "a\r\nB\nc"),
        ("a\nb", "b", "c", "", "a\n"),
        ("a\nb", "a\n", "", "x\ny", "x\ny\nb"),
    ] {
        assert_eq!(replaced(note, old, new, edit).1, result, "{note:?}, {edit:?}");
    }
    // As it was proposed: the user edited nothing.
    let (reply, note) = replaced("a\r\nb\r\n", "b", "B", "B");
    assert!(note == "a\r\nB\r\n" && reply.ends_with("\n2: B"), "{reply}");
}

#[test]
fn an_edit_that_brings_the_lines_back_rejects_them() {
    // Of lines that are only added, nothing may be left.
    for (note, old, new, edit) in [("a\r\nb\r\n", "b", "B", "b"), ("a\nb\n", "b", "b\nc", ""), ("a", "a", "b", "a")] {
        let (reply, now) = replaced(note, old, new, edit);
        assert!(now == note && reply.contains("the user rejected"), "{reply}");
    }
    let mut vault = Vault::of(&[("a.md", "1\n2\n3\n4\n5\n6\n7\n8\n9\n")]);
    vault.decisions = vec![edited(None, &[(0, "2"), (1, "eight")])];
    let edits = json!([{ "old": "2", "new": "two" }, { "old": "8", "new": "acht" }]);
    let reply = vault.change("edit_file", &json!({ "path": "a", "edits": edits }));
    assert_eq!(vault.content("a.md").unwrap(), b"1\n2\n3\n4\n5\n6\n7\neight\n9\n");
    assert_eq!(reply.structured_content.change.unwrap().rejected, [0]);
}

#[test]
fn edits_that_undo_each_other_change_nothing() {
    // One adds an empty line above two, the other removes the second.
    let mut vault = Vault::of(&[("a.md", "\n\n\nc\n")]);
    vault.decisions = vec![edited(None, &[(0, "\n"), (1, "")])];
    let version = vault.change("read_file", &json!({ "path": "a.md" })).structured_content.files[0].version.clone();
    let args = json!({ "path": "a.md", "content": "a\n\na\n\nc\n", "expect": version });
    let reply = vault.change("write_file", &args);
    assert_eq!(vault.proposals[0].hunks.len(), 2);
    assert_eq!(reply.structured_content.change.unwrap().outcome, ChangeOutcome::Rejected);
    assert!(vault.writes.is_empty());
}

#[test]
fn a_new_note_and_long_edits_are_told() {
    let mut vault = Vault::default();
    vault.decisions = vec![edited(None, &[(0, "one\n2")]), edited(None, &[(0, &"x\n".repeat(61))])];
    let reply = vault.change("write_file", &json!({ "path": "n.md", "content": "one\ntwo\n" }));
    assert_ends(&reply, "\n1: one\n2: 2\nthe user edited lines 1-2 before accepting");
    assert_eq!(vault.content("n.md").unwrap(), b"one\n2\n");
    let reply = vault.edit("n", "2", "3");
    assert_ends(&reply, "\nlines 2-62 are as the user wrote them\nthe user edited lines 2-62 before accepting");
}

#[test]
fn what_cannot_be_edited_so_is_refused_and_nothing_is_written() {
    let start = Vault::of(&[("a.md", "one\n"), ("b.md", "[[a]]\n")]);
    let edit = edit_args("a.md", "one", "two");
    let whole = "it is accepted as a whole or not at all, so it can't be edited";
    for (tool, args, edits, reason) in [
        ("edit_file", &edit, &[(1, "x")][..], "could not be changed: there is no hunk 1 to edit, there are 1"),
        ("edit_file", &edit, &[(0, "x"), (0, "y")], "could not be changed: hunk 0 is edited twice"),
        (
            "edit_file",
            &edit,
            &[(0, "\u{feff}x")],
            "could not be changed: the edited text would not be read back as it is",
        ),
        ("delete_file", &json!({ "path": "a.md" }), &[(0, "x")], whole),
        ("move_file", &json!({ "from": "a.md", "to": "c.md" }), &[(0, "x")], whole),
    ] {
        let mut vault = start.clone();
        vault.decisions = vec![edited(None, edits)];
        let reply = vault.change(tool, args);
        assert_eq!(code(&reply), ErrorCode::Unreadable);
        assert_says(&reply, reason);
        assert_eq!((vault.content("a.md"), vault.writes.len(), vault.moves.len()), (Some(&b"one\n"[..]), 0, 0));
        // No edits are the same as none.
        vault.decisions = vec![edited(None, &[])];
        assert!(!vault.change(tool, args).is_error);
    }
}

#[test]
fn a_note_that_the_user_excludes_is_not_shown() {
    let note = "---\nyear: 1999\n---\none\n";
    let (reply, now) = replaced(note, "year: 1999", "year: 2000", "lectern: false\nsecret: 1");
    assert_eq!(now, "---\nlectern: false\nsecret: 1\n---\none\n");
    assert_eq!(
        reply,
        "changed \"a.md\": 1 change\nthe user edited the change before accepting it\n\
         warning: this excludes the note: Lectern can't read or change it any more"
    );
    let mut vault = Vault::default();
    vault.decisions = vec![edited(None, &[(0, "---\nlectern: false\n---\nsecret")])];
    let reply = vault.change("write_file", &json!({ "path": "n.md", "content": "text\n" }));
    let told = serde_json::to_string(&reply).unwrap();
    assert!(!reply.is_error && !told.contains("secret"), "{told}");
    assert_eq!(reply.structured_content.change.unwrap().version, None);
}

#[test]
fn warnings_are_those_of_the_edited_text() {
    let warned = |new: &str, edit: &str| {
        let (reply, _) = replaced("one\n", "one", new, edit);
        reply.split("\nwarning: ").skip(1).map(|line| line.lines().next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(warned("A &lt; [[gone]]", "A < [[gone]]"), [""; 0]);
    assert_eq!(warned("fine", "A &lt; B"), ["new text has HTML entities, such as &lt;"]);
    assert_eq!(warned("[[gone]]", "[[gone]]"), ["the new link to “gone” opens no file"]);
}

/// Up to 12 lines with either ending; the last may have none.
fn lines() -> impl Strategy<Value = String> {
    let line = (prop::sample::select(vec!["a", "b", "c ä", "", "鐘"]), prop::sample::select(vec!["\n", "\n", "\r\n"]));
    (prop::collection::vec(line, 1..12), any::<bool>()).prop_map(|(lines, is_cut)| {
        let text: String = lines.into_iter().flat_map(|(line, ending)| [line, ending]).collect();
        if is_cut { text.trim_end_matches(['\r', '\n']).to_owned() } else { text }
    })
}

/// What follows `wanted` in `text`, of which only the line endings may differ.
fn behind<'t>(text: &'t str, wanted: &str) -> Option<&'t str> {
    wanted.chars().try_fold(text, |rest, c| {
        let rest = if c == '\n' { rest.strip_prefix('\r').unwrap_or(rest) } else { rest };
        rest.strip_prefix(c)
    })
}

/// What the user does with a hunk.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Choice<'c> {
    Reject,
    Accept,
    Edit(&'c str),
}

/// Whether `now` is `original` with the lines of `hunks` as chosen.
fn is_as_chosen(original: &str, now: &str, hunks: &[ProposedHunk], chosen: &[Choice<'_>]) -> Option<()> {
    let old: Vec<&str> = original.split_inclusive('\n').collect();
    let (mut rest, mut line) = (now, 0);
    for (hunk, choice) in hunks.iter().zip(chosen) {
        let start = hunk.line as usize - 1;
        rest = rest.strip_prefix(&*old[line..start].concat())?;
        line = start + hunk.removed_lines as usize;
        assert_eq!(old[start..line].concat(), hunk.removed);
        rest = match *choice {
            Choice::Reject => rest.strip_prefix(&*hunk.removed)?,
            Choice::Accept => rest.strip_prefix(&*hunk.added)?,
            Choice::Edit(text) => {
                let lines = if hunk.added.is_empty() { &hunk.removed } else { &hunk.added };
                let plain = text.replace("\r\n", "\n");
                let is_cut = lines.ends_with('\n') && !plain.is_empty() && !plain.ends_with('\n');
                behind(rest, &(plain + if is_cut { "\n" } else { "" }))?
            }
        };
    }
    (rest == old[line..].concat()).then_some(())
}

proptest! {
    #[test]
    fn a_note_changes_only_where_it_was_accepted_or_edited_and_undoing_restores_it(
        original in lines(),
        proposed in lines(),
        choices in prop::collection::vec((0..3_u8, lines(), 0..6_u8), 12),
    ) {
        let mut vault = Vault::of(&[("a.md", original.as_str())]);
        let read = vault.change("read_file", &json!({ "path": "a.md" }));
        let version = read.structured_content.files[0].version.clone();
        let args = json!({ "path": "a.md", "content": proposed, "expect": version });
        vault.decisions = vec![Decision { outcome: ChangeOutcome::Rejected, ..accepted(None) }];
        vault.change("write_file", &args);
        let Some(proposal) = vault.proposals.pop() else { return Ok(()) };
        // Some lines are taken out, and some are those from before.
        let chosen = proposal.hunks.iter().zip(&choices).map(|(hunk, (how, lines, text))| match (how, text) {
            (0, _) => Choice::Reject,
            (1, _) => Choice::Accept,
            (_, 0) => Choice::Edit(""),
            (_, 1) => Choice::Edit(&hunk.removed),
            _ => Choice::Edit(lines),
        });
        let chosen: Vec<_> = chosen.collect();
        let numbered = || (0..).zip(&chosen);
        let hunks = numbered().filter(|(_, choice)| **choice != Choice::Reject).map(|(index, _)| index).collect();
        let edits: Vec<_> =
            numbered().filter_map(|(index, choice)| if let Choice::Edit(text) = *choice { Some((index, text)) } else { None }).collect();
        vault.decisions = vec![edited(Some(hunks), &edits)];
        let reply = vault.change("write_file", &args);
        let now = String::from_utf8(vault.content("a.md").unwrap().to_vec()).unwrap();
        prop_assert!(is_as_chosen(&original, &now, &proposal.hunks, &chosen).is_some(), "{:?} {:?} {:?}", now, proposal.hunks, chosen);
        let change = reply.structured_content.change.unwrap();
        prop_assert_eq!(change.outcome == ChangeOutcome::Rejected, vault.writes.is_empty());
        prop_assert_eq!(vault.writes.is_empty(), now == original);
        // A text with one line ending keeps it.
        if original.contains('\n') && !original.contains('\r') {
            prop_assert!(!now.contains('\r'));
        }
        let bare = |text: &str| text.replace("\r\n", "").contains('\n');
        if original.contains('\r') && !bare(&original) {
            prop_assert!(!bare(&now), "{:?}", now);
        }
        if let Some(write) = vault.writes.first().cloned() {
            prop_assert_eq!(&write.after.as_deref().unwrap(), &now.as_bytes());
            let change = Made { version: write.version, new_version: write.new_version, replaced: write.replaced };
            vault.undo(undo_of("a.md", change, None));
            prop_assert_eq!(vault.content("a.md").unwrap(), original.as_bytes());
        }
    }
}
