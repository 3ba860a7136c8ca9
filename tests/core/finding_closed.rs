//! Closed notes take no part in finding a file.

use lectern::ErrorCode::{Denied, NotFound};

use crate::finding::fail;
use crate::support::{Vault, error, path_args, session_with, shown};

#[test]
fn a_folder_of_closed_notes_is_not_found() {
    let vault = Vault::named(&["Notes/Secret/a.md", "Notes/.hidden.md"]);
    let help = "no note has a similar name; ask the user for the note's name";
    let expected = error(NotFound, r#"no note at "Notes""#, help);
    assert_eq!(fail(&vault, &["Secret"], "Notes"), expected);
}

#[test]
fn closed_files_are_not_matched_counted_or_suggested() {
    let vault = Vault::named(&["Private/Todo.md", ".trash/Todo.md", "Work/Private/Todos.md", "Home/Todo.md"]);
    let closed = ["Private"];
    let reply = vault.clone().call(&mut session_with(&closed, None), &path_args("todo"));
    assert_eq!(shown(&reply), Ok("Home/Todo.md"));
    let expected = error(NotFound, r#"no note at "Todox""#, r#"nearest is "Home/Todo.md""#);
    assert_eq!(fail(&vault, &closed, "Todox"), expected);
    // A note that is shown as `Private` is closed by that name as well.
    for path in ["Private.md", "Work/private.md", "[[Private]]"] {
        assert_eq!(fail(&vault, &closed, path).code, Denied, "{path}");
    }
    assert_eq!(fail(&vault, &closed, "Privates.md").code, NotFound);
}

#[test]
fn closed_folders_are_not_even_listed() {
    let mut vault = Vault::named(&["Private/a.md", ".obsidian/app.json", "Home/b.md", "Home/Private/c.md"]);
    vault.call(&mut session_with(&["Private"], None), &path_args("nope"));
    assert_eq!(vault.asked, ["stat nope", "list ", "list Home", "read Home/b.md"]);
}

#[test]
fn a_closed_path_is_refused_before_the_host_is_asked() {
    let mut vault = Vault::named(&["Private/a.md"]);
    let help = "do not try other spellings; tell the user if the task needs it";
    for given in ["Private/a.md", "private/none.md", "[[Private/a]]", "x/../PRIVATE", ".git/config"] {
        let reply = vault.call(&mut session_with(&["Private"], None), &path_args(given));
        let expected = error(Denied, &format!("{given:?} is excluded"), help).about(given);
        assert_eq!(reply.structured_content.error, Some(expected));
    }
    assert_eq!(vault.asked, [""; 0]);
}

#[test]
fn a_heading_of_a_closed_note_is_closed_whether_or_not_the_note_is_there() {
    for vault in [Vault::named(&["Diary.md", "b.md"]), Vault::named(&["b.md"])] {
        for given in ["Diary.md#Monday", "Diary.md|mine", "[[Diary.md#Monday]]"] {
            let code = fail(&vault, &["/Diary.md"], given).code;
            assert_eq!(code, Denied, "{given:?}");
        }
    }
}
