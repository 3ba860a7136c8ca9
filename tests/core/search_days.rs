//! What a question about days finds: the notes of these days, lines with these dates, and notes changed then.

use lectern::{Context, NoteFound, Reply};
use serde_json::{Value, json};

use crate::support::{Vault, session, text, utc};

/// The reply of a search on Wednesday, 28 October 2026.
fn on_that_day(vault: &mut Vault, args: &Value) -> Reply {
    let context = Context { today: Some("2026-10-28".to_owned()), ..Context::default() };
    vault.call_within(&mut session(), &context, "search_notes", args)
}

/// What the question finds: path, lines and why it is there.
fn found(vault: &mut Vault, question: &str) -> Vec<String> {
    let args = json!({ "query": question, "passages": true, "limit": 30 });
    let reply = on_that_day(vault, &args);
    let shown = |note: NoteFound| {
        let (first, last) = note.passage.unwrap_or_default();
        let dated = note.found.and_then(|found| found.dated).map(|dated| format!("{dated:?}"));
        format!("{} {first}-{last} {}", note.path, dated.unwrap_or_default())
    };
    reply.structured_content.notes.unwrap_or_default().into_iter().map(shown).collect()
}

fn vault() -> Vault {
    Vault::of(&[
        ("Journal/2026-10-27.md", "Rain all day.\n"),
        ("Log.md", "2026-10-26: slept\n2026-10-27: called Pilar\n2026-10-28: rest\n"),
        ("Tasks.md", "- [x] paint ✅ 2026-10-27\n  - both coats\n- [ ] later 📅 2026-12-01\n- [x] old ✅ 2026-10-01\n"),
        ("Trip.md", "We met on 27 October 2026 at noon,\nand it rained.\n\nAnother day.\n"),
        ("Diary.md", "# Diary\n\n## 27 October 2026\n\nWe sailed.\n\n## 28 October 2026\n\nWe slept.\n"),
        ("Letter.md", "---\ndate: 2026-10-27\n---\nDear Pilar.\n"),
        ("Changed.md", "Nothing dated.\n"),
        ("Old.md", "Nothing dated either. Of 2026.\n"),
    ])
    .with_mtime("Changed.md", utc("2026-10-27") + 1000.0)
    .with_mtime("Log.md", utc("2026-10-27") + 2000.0)
    .with_mtime("Old.md", utc("2026-10-26"))
}

#[test]
fn a_day_has_its_note_then_dated_lines_dated_notes_and_changed_notes() {
    for question in
        ["What did I do yesterday?", "What did I do on 27 October?", "last Tuesday", "on Tue", "¿Qué hice ayer?"]
    {
        assert_eq!(
            found(&mut vault(), question),
            [
                "Journal/2026-10-27.md 1-1 Name",
                "Log.md 2-2 Line",
                "Diary.md 5-5 Line",
                "Tasks.md 1-2 Line",
                "Trip.md 1-2 Line",
                "Letter.md 4-4 Property",
                "Changed.md 1-1 Changed",
            ],
            "{question}"
        );
    }
}

#[test]
fn what_was_finished_that_day_is_a_line_of_it() {
    for question in ["What did I finish yesterday?", "Which tasks did I complete yesterday?"] {
        assert!(found(&mut vault(), question).iter().any(|line| line.starts_with("Tasks.md 1-2")), "{question}");
    }
}

#[test]
fn a_reply_says_why_a_note_is_there() {
    let args = json!({ "query": "What did I do yesterday?", "passages": true });
    let reply = on_that_day(&mut vault(), &args);
    let shown = text(&reply);
    for header in [
        "== Journal/2026-10-27.md ==\n",
        "== Log.md == [dated in this line]\n",
        "== Letter.md == [dated in its properties or heading]\n",
        "== Changed.md == [changed then]\n",
    ] {
        assert!(shown.contains(header), "{header}: {shown}");
    }
}

#[test]
fn only_the_days_that_are_asked_for_count_and_the_conditions_hold() {
    let days = found(&mut vault(), "What did I do on 1 October?");
    assert_eq!(days, ["Tasks.md 4-4 Line"]);
    let args = json!({ "query": "What did I do yesterday?", "passages": true, "path": "Journal" });
    let reply = on_that_day(&mut vault(), &args);
    assert_eq!(reply.structured_content.notes.unwrap_or_default().len(), 1);
}
