//! Finding the file: which note a path or a link means, and the errors if it means none.

use lectern::ErrorCode::{self, Ambiguous, Denied, IsFolder, NotFound, OutsideVault};
use lectern::ToolError;

use crate::support::{Vault, changing, error, path_args, session, session_with, shown};

const NO_NAME: &str = "no note has a similar name; ask the user for the note's name";

/// The path that reading `given` shows, or the code of the error.
fn find(vault: &Vault, given: &str) -> Result<String, ErrorCode> {
    let reply = vault.clone().call(&mut session(), &path_args(given));
    shown(&reply).map(str::to_owned)
}

/// The error that reading `given` ends in where the user closes `protected`.
pub fn fail(vault: &Vault, protected: &[&str], given: &str) -> ToolError {
    let reply = vault.clone().call(&mut session_with(protected, None), &path_args(given));
    let error = reply.structured_content.error.expect("an error was expected");
    ToolError { path: None, ..error }
}

fn check(vault: &Vault, table: &[(&str, Result<&str, ErrorCode>)]) {
    for (given, expected) in table {
        assert_eq!(find(vault, given), expected.map(str::to_owned), "{given:?}");
        let at_once = vault.clone().listing_at_once();
        assert_eq!(find(&at_once, given), expected.map(str::to_owned), "{given:?}, listed at once");
        let in_pages = vault.clone().listing_pages_of(2);
        assert_eq!(find(&in_pages, given), expected.map(str::to_owned), "{given:?}, listed in pages");
    }
}

#[test]
fn a_name_with_a_colon_is_a_name() {
    let vault = Vault::named(&["B:a.md", "file: notes.md", "Re: plan.md", "Work/C:x.md", "D:/in.md", "x.md"]);
    check(
        &vault,
        &[
            ("B:a.md", Ok("B:a.md")),
            ("./b:A", Ok("B:a.md")),
            ("[[B:a]]", Ok("B:a.md")),
            ("file: notes", Ok("file: notes.md")),
            ("Re: plan", Ok("Re: plan.md")),
            ("Work/C:x.md", Ok("Work/C:x.md")),
            // As the name in a link.
            ("C:x.md", Ok("Work/C:x.md")),
            ("C:gone.md", Err(NotFound)),
            ("D:/in.md", Err(OutsideVault)),
            ("C:/x.md", Err(OutsideVault)),
            ("C:\\x.md", Err(OutsideVault)),
            ("file:/x.md", Err(OutsideVault)),
        ],
    );
    let error = fail(&vault, &[], "D:/in.md");
    assert_eq!(error.message, r#""D:/in.md" starts like a drive or a URL, which is outside the vault"#);
    let help = r#"give the path from the vault root, such as "in.md"; rename a folder whose name ends in a colon"#;
    assert_eq!(error.help, help);
    assert_eq!(fail(&vault, &["B:a.md"], "B:a.md").code, Denied);
}

#[test]
fn the_exact_path_comes_first() {
    let vault = Vault::named(&["dup/A.md", "dup/a.md", "x", "x.md", "y.md", "z/y.md", "C#.md", "C.md", "[[q]].md"]);
    let table = [("dup/A.md", "dup/A.md"), ("dup/a.md", "dup/a.md"), ("x", "x"), ("y.md", "y.md"), ("C#.md", "C#.md")];
    check(&vault, &table.map(|(given, path)| (given, Ok(path))));
}

#[test]
fn the_exact_path_costs_one_question_and_one_read() {
    let mut vault = Vault::named(&["Notes/a.md", "Notes/b.md"]);
    vault.call(&mut session(), &path_args("Notes/a.md"));
    assert_eq!(vault.asked, ["stat Notes/a.md", "read Notes/a.md"]);
}

#[test]
fn an_equivalent_spelling_is_taken_if_there_is_one() {
    let vault =
        Vault::named(&["Notes/A.md", "Caf\u{e9}/Menu.md", "Stra\u{df}e.md", "no break.md", "dup/A.md", "dup/a.md"]);
    check(
        &vault,
        &[
            ("notes/a.md", Ok("Notes/A.md")),
            ("NOTES/A.MD", Ok("Notes/A.md")),
            ("cafe\u{301}/MENU.md", Ok("Caf\u{e9}/Menu.md")),
            ("STRASSE.md", Ok("Stra\u{df}e.md")),
            ("no\u{a0}break.md", Ok("no break.md")),
            (" Notes/A.md ", Ok("Notes/A.md")),
            ("DUP/A.MD", Err(Ambiguous)),
        ],
    );
}

#[test]
fn an_equivalent_spelling_comes_before_the_same_with_md_and_that_before_a_link() {
    check(&Vault::named(&["Plan", "plan.md", "x/PLAN.md"]), &[("PLAN", Ok("Plan"))]);
    check(&Vault::named(&["plan.md", "x/PLAN.md"]), &[("PLAN", Ok("plan.md")), ("x/plan", Ok("x/PLAN.md"))]);
    check(&Vault::named(&["x/PLAN.md"]), &[("Plan", Ok("x/PLAN.md")), ("Plan.md", Ok("x/PLAN.md"))]);
}

#[test]
fn a_link_is_read_as_its_note() {
    let vault = Vault::of(&[
        ("a/b/Plan.md", "# Goals\n## First\nx\n\ntext ^block\n"),
        ("a/data.csv", ""),
        ("Zettel 1.2.md", ""),
        ("Other.md", ""),
    ]);
    for given in [
        "[[Plan]]",
        "![[Plan]]",
        " [[ Plan ]] ",
        "[[Plan.md]]",
        "[[plan]]",
        "[[b/Plan]]",
        "[[a/b/Plan]]",
        "[[/a/b/Plan]]",
        "[[Plan#Goals]]",
        "[[Plan#Goals#First|ours]]",
        "[[Plan#^block]]",
        "[[Plan|shown as this]]",
        "Plan#Goals",
        "Plan|ours",
        "b/Plan",
        "a/b/Plan.md#Goals",
    ] {
        assert_eq!(find(&vault, given), Ok("a/b/Plan.md".to_owned()), "{given:?}");
    }
    check(
        &vault,
        &[
            ("[[data.csv]]", Ok("a/data.csv")),
            ("[[Zettel 1.2]]", Ok("Zettel 1.2.md")),
            ("[[lan]]", Err(NotFound)),
            ("[[c/Plan]]", Err(NotFound)),
            ("[[Other", Err(NotFound)),
        ],
    );
}

#[test]
fn a_link_with_an_alias_is_read_as_its_note() {
    let vault = Vault::of(&[
        ("bell.md", "---\naliases: [Fog bell, Clapper, Horn]\n---\n"),
        ("Horn.md", "text\n"),
        ("a/lamp.md", "---\nalias: Clapper\n---\n"),
        ("diary.md", "---\nlectern: false\naliases: [Secret, Fog bell]\n---\n"),
    ]);
    check(
        &vault,
        &[
            ("[[Fog bell]]", Ok("bell.md")),
            ("![[fog BELL|it]]", Ok("bell.md")),
            // The name of a note comes first.
            ("[[Horn]]", Ok("Horn.md")),
            ("[[Clapper]]", Err(Ambiguous)),
            ("[[Secret]]", Err(NotFound)),
            ("Fog bell", Ok("bell.md")),
            ("fog BELL", Ok("bell.md")),
            ("Fog bell#Sound", Err(NotFound)),
            ("Horn", Ok("Horn.md")),
            ("Clapper", Err(Ambiguous)),
            ("Secret", Err(NotFound)),
            // A path to a note is no alias.
            ("Fog bell.md", Err(NotFound)),
            ("[[Fog]]", Err(NotFound)),
            ("Fog", Err(NotFound)),
        ],
    );
    let without = vault.clone().without("diary.md");
    for link in ["[[Secret]]", "[[Fog bell]]", "[[Fog belle]]", "Secret", "Fog bell", "Fog belle"] {
        let reply = |vault: &Vault| vault.clone().call(&mut session(), &path_args(link));
        assert_eq!(reply(&vault), reply(&without), "{link}");
    }
    assert_eq!(fail(&vault, &["a"], "[[a/Clapper]]").code, Denied);
}

#[test]
fn a_name_that_several_files_have_names_them() {
    let vault = Vault::named(&["Deep/Down/Two.md", "Sub/Two.md", "One.md", "Sub/Top.md", "Top.md", ".x/One.md"]);
    let help = r#"give one of them exactly: "Deep/Down/Two.md" or "Sub/Two.md""#;
    for given in ["Two", "[[Two]]", "two.md", "Two#Part", "[[Two|x]]"] {
        let message = format!("{given:?} could be any of 2 notes");
        assert_eq!(fail(&vault, &[], given), error(Ambiguous, &message, help));
        // The app opens one of them from the root. A note that has the link may be elsewhere.
        let opening = vault.clone().opening(&[("Two", "Sub/Two.md")]);
        assert_eq!(fail(&opening, &[], given).code, Ambiguous, "{given}");
    }
    check(
        &vault,
        &[
            ("Sub/Two", Ok("Sub/Two.md")),
            ("[[Down/Two]]", Ok("Deep/Down/Two.md")),
            // A path comes before a name, and what is excluded does not count.
            ("Top", Ok("Top.md")),
            ("[[Top]]", Ok("Top.md")),
            ("One", Ok("One.md")),
        ],
    );
    let (closed, text) = (["Deep"], path_args("Two"));
    let reply = vault.clone().call(&mut session_with(&closed, None), &text);
    assert_eq!(shown(&reply), Ok("Sub/Two.md"));
    // A note that is made is at its path.
    let mut vault = vault;
    let mut changing = changing();
    let args = r#"{"path": "Two", "content": "new"}"#;
    assert!(!vault.call_tool(&mut changing, "write_file", args).is_error);
    assert_eq!(vault.content("Two.md"), Some(&b"new"[..]));
}

#[test]
fn the_spelling_to_the_letter_decides_among_notes_of_one_name() {
    let vault = Vault::named(&["Home/todo.md", "Work/Todo.md"]);
    check(&vault, &[("[[Todo]]", Ok("Work/Todo.md")), ("[[todo]]", Ok("Home/todo.md")), ("TODO", Err(Ambiguous))]);
}

#[test]
fn more_than_ten_that_could_be_meant_are_counted() {
    let paths: Vec<_> = (10..22).map(|number| format!("{number}/Todo.md")).collect();
    let vault = Vault::named(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    let listed: Vec<_> = paths[..10].iter().map(|path| format!("{path:?}")).collect();
    let help = format!("give one of them exactly: {}, and 2 more", listed.join(", "));
    assert_eq!(fail(&vault, &[], "Todo"), error(Ambiguous, r#""Todo" could be any of 12 notes"#, &help));
}

#[test]
fn a_folder_is_answered_with_notes_in_it() {
    let vault =
        Vault::named(&["Notes/deep/a.md", "Notes/z.md", "Notes/y.md", "Notes/x.md", "Twin.md", "Twin/a.md", "b.md"]);
    for (given, help) in [
        ("Notes", r#"give the path of a note in it, such as "Notes/x.md", "Notes/y.md" or "Notes/z.md""#),
        ("notes/", r#"give the path of a note in it, such as "Notes/x.md", "Notes/y.md" or "Notes/z.md""#),
        ("Notes/deep", r#"give the path of a note in it, such as "Notes/deep/a.md""#),
        ("Twin", r#"the note with that name is "Twin.md""#),
        ("/", r#"give the path of a note in it, such as "Twin.md", "b.md" or "Notes/x.md""#),
    ] {
        assert_eq!(fail(&vault, &[], given), error(IsFolder, &format!("{given:?} is a folder"), help));
    }
    check(&vault, &[("[[Twin]]", Ok("Twin.md")), ("[[Notes]]", Err(NotFound)), ("not", Err(NotFound))]);
}

#[test]
fn the_nearest_names_are_told_best_first() {
    let vault = Vault::named(&["Projects/Plans.md", "Projects/Planning.md", "Old/Plans.md", "Weather.md", "Zebra.md"]);
    for (given, help) in [
        ("Projects/Plan.md", r#"nearest are "Projects/Plans.md", "Old/Plans.md" and "Projects/Planning.md""#),
        ("[[Wether]]", r#"nearest is "Weather.md""#),
        ("Weather report", r#"nearest is "Weather.md""#),
        ("Quux.md", NO_NAME),
    ] {
        assert_eq!(fail(&vault, &[], given), error(NotFound, &format!("no note at {given:?}"), help));
    }
}

#[test]
fn names_are_shown_as_they_are_written() {
    for name in [
        "\u{e01}\u{e32}\u{e23}\u{e40}\u{e23}\u{e34}\u{e48}\u{e21}\u{e15}\u{e49}\u{e19}",
        "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
        "\u{2764}\u{fe0f} Love",
        "\u{1f468}\u{200d}\u{1f469} Family",
        "\u{d55c}\u{ad6d}\u{c5b4}",
    ] {
        let vault = Vault::named(&[&format!("{name}1.md")]);
        let expected = error(NotFound, &format!("no note at \"{name}\""), &format!("nearest is \"{name}1.md\""));
        assert_eq!(fail(&vault, &[], name), expected);
    }
}
