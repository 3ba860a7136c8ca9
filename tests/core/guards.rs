//! Properties of paths, the policy and the session for every input: one form, no disguise, no panic.

use lectern::ErrorCode::{Denied, InvalidArguments, OutsideVault};
use lectern::{Answer, ListedFile, Listing, PathError, Session, Step, Structured, VaultPath};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{Vault, file, path_args, session_with, shown};

const CLOSED: [&str; 3] = ["Private", "Work/Clients", "\u{be44}\u{bc00} Caf\u{e9}"];

fn strict() -> Session {
    session_with(&CLOSED, Some(100))
}

/// Texts that are nearly paths, whole or in parts.
fn any_path() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => select(&["/", "/", "\\", ".", "..", " ", ":", "~1", "a", "Notes", "x.md", "C:", "file:", "//", "%2e"][..]),
        2 => select(&[".git", ".obsidian", "Private", "Work", "Clients", "OBSIDI~1", "PRIVAT~1", "::$DATA"][..]),
        1 => select(&["\u{200b}", "\u{301}", "\u{212a}", "\u{17f}", "\u{a0}", "\u{d55c}", "\0", "\n", "\u{37e}"][..]),
    ];
    prop_oneof![
        9 => prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat()),
        1 => any::<String>(),
    ]
}

/// One letter as some file system would still recognise it.
fn disguised_letter(letter: char) -> BoxedStrategy<String> {
    let other = match letter {
        's' | 'S' => "\u{17f}".to_owned(),
        'k' | 'K' => "\u{212a}".to_owned(),
        'i' => "\u{131}".to_owned(),
        '\u{e9}' => "e\u{301}".to_owned(),
        '\u{be44}' => "\u{1107}\u{1175}".to_owned(),
        letter => letter.to_uppercase().collect(),
    };
    let ignored = select(&["\u{200c}", "\u{200d}", "\u{feff}", "\u{2060}", "\u{ad}", "\u{fe0f}"][..]);
    prop_oneof![
        4 => Just(letter.to_string()),
        2 => Just(letter.to_lowercase().collect::<String>()),
        2 => Just(other),
        1 => ignored.prop_map(move |ignored| format!("{letter}{ignored}")),
        1 => Just(format!("\u{200c}{letter}")),
    ]
    .boxed()
}

/// A closed path in one of the spellings that reach the same place on some disk.
fn disguised(path: &str) -> impl Strategy<Value = String> + use<> {
    let letters: Vec<_> = path.split('/').map(|name| name.chars().map(disguised_letter).collect::<Vec<_>>()).collect();
    let behind = select(&["", "", ".", " ", ". .", "::$DATA", ":s", "::$INDEX_ALLOCATION", "\u{200b}", "\u{3000}"][..]);
    let slash = select(&["/", "/", "\\", "//", "/./", "\\.\\", "/a/../"][..]);
    let before = select(&["", "", "/", "\\", "./", "a/../", "a\\..\\", "././"][..]);
    let below = select(&["", "", "/", "/x.md", "\\x\\y.md", "/.", "/x/.."][..]);
    (letters, prop::collection::vec(behind, 4), slash, before, below).prop_map(
        |(names, behind, slash, before, below)| {
            let names: Vec<_> = names.iter().zip(behind).map(|(name, behind)| name.concat() + behind).collect();
            format!("{before}{}{below}", names.join(slash))
        },
    )
}

fn any_args() -> impl Strategy<Value = String> {
    let value = select(
        &[
            "null",
            "0",
            "-0",
            "1",
            "-1",
            "2",
            "1.5",
            "1e21",
            "-1e21",
            "1e400",
            "9999999999",
            "true",
            "[]",
            "{}",
            "\"3\"",
        ][..],
    );
    let name = select(&["path", "start_line", "end_line", "start_column", "x"][..]);
    let member = prop_oneof![
        2 => (name, value).prop_map(|(name, value)| format!("\"{name}\": {value}")),
        1 => any_path().prop_map(|path| format!("\"path\": {}", serde_json::Value::from(path))),
    ];
    prop_oneof![
        8 => prop::collection::vec(member, 0..5).prop_map(|members| format!("{{{}}}", members.join(", "))),
        1 => any::<String>(),
        1 => any_path().prop_map(|path| path_args(&path)),
    ]
}

fn any_answer() -> impl Strategy<Value = Answer> {
    let paths = || prop::collection::vec(any_path(), 0..4);
    prop_oneof![
        4 => (any::<usize>(), any::<f64>()).prop_map(|(size, mtime)| file(size % 1_000_000, mtime)),
        1 => Just(Answer::Folder),
        2 => Just(Answer::Missing),
        2 => any_path().prop_map(Answer::Moved),
        1 => Just(Answer::Outside),
        1 => Just(Answer::Special),
        4 => (paths(), any::<f64>(), paths(), any::<Option<u32>>()).prop_map(|(files, number, folders, next)| {
            let listed = |path| ListedFile { path, size: number, mtime: -number, ctime: Some(number) };
            Answer::Listing(Listing { files: files.into_iter().map(listed).collect(), folders, next })
        }),
        1 => prop::collection::vec(any_path(), 0..3).prop_map(Answer::Links),
        2 => any::<String>().prop_map(Answer::Text),
        3 => any::<Vec<u8>>().prop_map(Answer::Bytes),
        1 => any::<String>().prop_map(Answer::Failed),
    ]
}

proptest! {
    #[test]
    fn a_vault_path_has_one_form(given in any_path()) {
        let Ok(path) = VaultPath::parse(&given) else { return Ok(()) };
        prop_assert!(!path.as_str().contains(|c: char| c == '\\' || c.is_control()), "{path:?}");
        prop_assert!(path.as_str().is_empty() || path.as_str().split('/').all(|name| !["", ".", ".."].contains(&name)));
        if !path.is_root() && !path.as_str().trim().is_empty() {
            prop_assert_eq!(VaultPath::parse(path.as_str()), Ok(path));
        }
    }

    #[test]
    fn no_disguise_opens_what_is_closed(
        given in select(&[".obsidian", ".git", ".smarthole", ".trash", CLOSED[0], CLOSED[1], CLOSED[2]][..])
            .prop_flat_map(disguised),
    ) {
        prop_assert!(strict().is_protected_path(&given), "{given:?}");
        let Step::Done(reply) = strict().start("read_file", &path_args(&given)) else {
            return Err(TestCaseError::fail(format!("the host is asked for {given:?}")));
        };
        prop_assert!(matches!(shown(&reply), Err(Denied | OutsideVault)), "{given:?}: {reply:?}");
    }

    #[test]
    fn read_file_and_the_guard_for_other_tools_agree(given in any_path()) {
        // Behind these a path can be read as a link, which other tools do not do.
        if given.contains(['#', '|', '[', ']']) || given.trim().is_empty() {
            return Ok(());
        }
        let reply = Vault::default().call(&mut strict(), &path_args(&given));
        let refused = match shown(&reply) {
            Err(Denied | OutsideVault) => true,
            Err(InvalidArguments) => given.chars().any(char::is_control),
            _ => false,
        };
        // A vault may hold `C:a.md`, which the tools open nowhere else; other programs might.
        let is_closed = refused || matches!(VaultPath::parse_anywhere(&given), Err(PathError::DriveOrUrl(_)));
        let is_guarded = strict().is_protected_path(&given);
        prop_assert!(is_closed || !is_guarded, "{reply:?}");
        // `read_file` may also take " /Work" for "/Work", which other tools do not.
        prop_assert!(is_guarded || !is_closed || strict().is_protected_path(given.trim_start()), "{reply:?}");
    }

    #[test]
    fn no_input_makes_a_session_panic(
        args in any_args(), answers in prop::collection::vec(prop::collection::vec(any_answer(), 0..4), 0..8),
        call in 0..3_u32, limit in 1..200_u32,
    ) {
        let mut session = session_with(&CLOSED, Some(limit));
        let mut calls = vec![call];
        for tool in ["read_file", "list_files", "", "write_file"] {
            if let Step::Ask { call, .. } = session.start(tool, &args) {
                calls.push(call);
            }
        }
        for (answers, call) in answers.into_iter().zip(calls.into_iter().cycle()) {
            if let Step::Done(reply) = session.resume(call, answers) {
                let Structured { files, entries, .. } = &reply.structured_content;
                prop_assert_eq!(reply.is_error, files.is_empty() && entries.is_none());
            }
        }
    }
}
