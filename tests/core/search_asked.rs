//! What a question is understood to ask for: cancelled tasks, notes that link to one, notes without something, and a
//! number.

use lectern::{Context, NoteFound, Reply};
use serde_json::json;

use crate::support::{Vault, session};

fn reply(vault: &mut Vault, question: &str) -> Reply {
    let context = Context { today: Some("2026-10-28".to_owned()), ..Context::default() };
    vault.call_within(&mut session(), &context, "search_notes", &json!({ "query": question, "passages": true }))
}

/// What kind of answer the question has, and the paths of what is found.
fn found(vault: &mut Vault, question: &str) -> String {
    let content = reply(vault, question).structured_content;
    let kind = content.asked.map(|asked| format!("{:?}", asked.kind)).unwrap_or_default();
    let shown = |note: NoteFound| format!("{} {:?}", note.path, note.passage.map_or(0, |(first, _)| first));
    let notes: Vec<String> = content.notes.unwrap_or_default().into_iter().map(shown).collect();
    format!("{kind}: {}", notes.join(", "))
}

#[test]
fn cancelled_tasks_are_found_by_their_mark() {
    let mut vault = Vault::of(&[
        ("Garden.md", "# Garden\n\n- [ ] dig\n- [-] build a pergola\n- [x] cancel the lorry\n"),
        ("Trip.md", "- [-] book the sleeper\n- [ ] pack\n\nThe garden was lovely. It was cancelled in May.\n"),
    ]);
    for question in
        ["What did I cancel in the garden?", "cancelled tasks in Garden", "Was habe ich für Garden abgesagt?"]
    {
        assert_eq!(found(&mut vault, question), "Tasks: Garden.md 4", "{question}");
    }
    assert_eq!(found(&mut vault, "What did we cancel?"), "Tasks: Garden.md 4, Trip.md 1");
}

#[test]
fn a_search_for_tasks_knows_no_cancelled_ones() {
    let mut vault = Vault::of(&[("Garden.md", "- [ ] dig\n- [-] build\n- [x] sow\n")]);
    for (state, line) in [("open", 1), ("done", 3)] {
        let reply = vault.call_within(&mut session(), &Context::default(), "search_notes", &json!({ "tasks": state }));
        let hits = reply.structured_content.notes.unwrap_or_default().remove(0).hits;
        assert_eq!(hits.iter().map(|hit| hit.line).collect::<Vec<_>>(), [line], "{state}");
    }
}

fn library() -> Vault {
    let book = |read: &str| format!("---\ntype: book\n{read}---\nA story.\n");
    Vault::of(&[
        ("Books/Glass Harbour.md", &book("status: to read\naliases: [Harbour of glass]\n")),
        ("Books/Winter Bicycle.md", &book("read: 2026-09-27\nrating: 4\n")),
        ("Books/Rain.md", &book("read: 2025-11-20\n")),
        ("People/Anna.md", "She lent me [[Glass Harbour]].\n"),
        ("Log.md", "Read [a book](Books/Glass%20Harbour.md) and Winter Bicycle.\n"),
    ])
}

#[test]
fn notes_that_link_to_a_note_are_listed() {
    for question in [
        "Which notes link to Glass Harbour?",
        "show all notes linking to the note Glass Harbour",
        "Which notes link to Harbour of Glass?",
        "Welche Notizen verlinken auf Glass Harbour?",
        "¿Qué notas enlazan a Glass Harbour?",
        "哪些笔记链接到Glass Harbour？",
    ] {
        assert_eq!(found(&mut library(), question), "List: Log.md 0, People/Anna.md 0", "{question}");
    }
    let none = found(&mut library(), "Which notes link to Winter Bicycle?");
    assert!(none.starts_with("Passages: "), "{none}");
}

#[test]
fn notes_without_a_property_are_listed() {
    for question in ["Which books have I not rated?", "books not rated", "Welche books sind nicht rating?"] {
        let expected = "List: Books/Glass Harbour.md 0, Books/Rain.md 0";
        assert_eq!(found(&mut library(), question), expected, "{question}");
    }
    let read = found(&mut library(), "Which books have I rated?");
    assert_eq!(read, "List: Books/Winter Bicycle.md 0");
}

#[test]
fn a_phone_number_is_found_by_what_somebody_does() {
    let mut vault = Vault::of(&[
        ("People/Marcus.md", "Roofer, with his daughter Temi.\n\n- Speaks of tiles only\n- Phone: 01632 960 555\n"),
        ("People/Anna.md", "Plays the piano.\n\nPhone: 01632 960 377\n"),
        ("Log.md", "Rain.\n"),
        ("Car.md", "Engine size 1.4.\n"),
    ]);
    let found =
        reply(&mut vault, "What is the phone number of the roofer?").structured_content.notes.unwrap_or_default();
    assert_eq!((&*found[0].path, found[0].passage), ("People/Marcus.md", Some((3, 4))));
    assert!(found[0].found.as_ref().is_some_and(|found| found.likely));
}
