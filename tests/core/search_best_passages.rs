//! `search_notes` with `passages`: which passage comes first.

use lectern::NoteFound;
use serde_json::{Value, json};

use crate::support::Vault;

/// The first lines of the passages that `args` find in `files`.
fn first_lines(files: &[(&str, &str)], args: &Value) -> Vec<String> {
    let found = Vault::of(files).ask("search_notes", args).structured_content.notes.unwrap_or_default();
    let first = |note: NoteFound| note.found.and_then(|found| found.text.lines().next().map(str::to_owned));
    found.into_iter().filter_map(first).collect()
}

#[test]
fn a_date_finds_its_note_from_the_beginning() {
    let files = [
        ("Journal/2026-10-09.md", "# Friday\n\nA day for grease.\n\n#lamp\n\nWe met at 9.\n"),
        ("Log.md", "The 9 boats of October left on the ninth.\n"),
    ];
    for question in ["What did I do on 9 October?", "Was habe ich am 9. Oktober gemacht?", "10월 9일에 무엇을 했나?"]
    {
        let found = first_lines(&files, &json!({ "query": question, "passages": true }));
        assert_eq!(found[..2], ["A day for grease.", "We met at 9."], "{question}");
    }
    let found = first_lines(&files, &json!({ "query": "Who met on 9 October?", "passages": true }));
    assert_eq!(found[0], "We met at 9.");
}

#[test]
fn another_word_for_the_quantity_is_found() {
    let files = [("Bell.md", "It weighs 11 kg.\n"), ("Coat.md", "A heavy coat.\n"), ("Sea.md", "The bell is loud.\n")];
    let found = first_lines(&files, &json!({ "query": "How heavy is the bell?", "passages": true }));
    assert_eq!(found[0], "It weighs 11 kg.");
}

#[test]
fn words_of_another_language_find_nothing_alone() {
    let query = json!({ "query": "Wo ist die Kurbel?", "passages": true });
    assert_eq!(first_lines(&[("Story.md", "Plants die in winter.\n")], &query), [""; 0]);
}

#[test]
fn what_a_note_of_the_name_begins_with_is_followed_by_the_next_passage() {
    let files = [("Pilar.md", "My mother.\n\n- Was a teacher\n"), ("Soup.md", "Pilar likes soup.\n")];
    assert_eq!(first_lines(&files, &json!({ "query": "Who is Pilar?", "passages": true }))[1], "- Was a teacher");
}

#[test]
fn only_passages_with_tasks_are_found() {
    let files = [
        ("Open day.md", "The day begins at ten.\n\n- [x] helmets\n- [ ] insurance\n\n```\n- [ ] code\n```\n"),
        ("Bell.md", "# The day\n\n- [ ] Hang it for the open day\n\n- [x] paint it for the open day\n"),
    ];
    let found = first_lines(&files, &json!({ "query": "open day", "passages": true, "tasks": "open" }));
    assert_eq!(found, ["- [x] helmets", "- [ ] Hang it for the open day"]);
}

#[test]
fn a_word_in_the_heading_counts_almost_as_much_as_in_the_text() {
    let files = [
        ("Bell.md", "# Bell\n\n## Clapper\n\nFound in May; of iron.\n"),
        ("Honey.md", "# Honey\n\nPaid for the clapper with two bottles of honey, one light and one dark.\n"),
    ];
    let found = first_lines(&files, &json!({ "query": "Is the clapper of iron?", "passages": true }));
    assert_eq!(found[0], "Found in May; of iron.");
}

#[test]
fn tasks_of_the_note_that_the_query_names_come_first() {
    let files = [
        ("Open day 2026.md", "# Open day 2026\n\n- [ ] radios\n"),
        ("Bell.md", "- [ ] Hang the clapper for the [[Open day 2026|open day]]\n"),
    ];
    let args = json!({ "query": "open day", "passages": true, "tasks": "open" });
    assert_eq!(first_lines(&files, &args)[0], "- [ ] radios");
}

#[test]
fn whose_something_is_says_the_note_of_its_name() {
    for (question, name, says, elsewhere) in [
        (
            "Whose recipe is the honey bread?",
            "Honey bread",
            "Grandmother's loaf, made smaller.",
            "- [ ] Bake honey bread",
        ),
        (
            "Who gave us the recipe for honey bread?",
            "Honey bread",
            "Grandmother's loaf, made smaller.",
            "- [ ] Bake honey bread",
        ),
        ("Wessen Rezept ist das Honigbrot?", "Honigbrot", "Von Oma Liesl aus Freiburg.", "- [ ] Honigbrot backen"),
        ("¿De quién es la receta del gazpacho?", "Gazpacho", "Es de mi madre.", "- [ ] Comprar pan para el gazpacho"),
        ("De qui est la recette de la tarte ?", "Tarte", "De ma tante Odile.", "- [ ] Faire la tarte, la tarte"),
        ("De quem é a receita do bolo?", "Bolo", "Da tia Inês, de Aveiro.", "- [ ] Fazer o bolo, o bolo"),
        ("Чей это пирог?", "Пирог", "Получили от тёти Веры.", "- [ ] Испечь пирог, пирог"),
        ("لمن وصفة الشوربة؟", "الشوربة", "من جارتنا أم كمال.", "- [ ] طبخ الشوربة، الشوربة"),
        ("面包是谁的菜谱？", "面包", "陈老师教我的。", "- [ ] 买面包，面包"),
        ("味噌汁は誰に教わった？", "味噌汁", "田村さんに教わった。", "- [ ] 味噌汁を作る"),
        ("김치찌개는 누가 알려 줬어?", "김치찌개", "오 사장님이 알려 준 것.", "- [ ] 김치찌개 끓이기, 김치찌개"),
    ] {
        let (path, note) = (format!("{name}.md"), format!("# {name}\n\n- 500 g\n- 9\n\n{says}\n"));
        let found =
            first_lines(&[(&path, &note), ("List.md", elsewhere)], &json!({ "query": question, "passages": true }));
        assert_eq!(found[0], says, "{question}");
    }
}
