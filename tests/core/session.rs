//! Sessions: their config, concurrent calls, and the cached file that makes a second page cheap.

use lectern::{Answer, Config, ConfigError, ErrorCode, Next, PathError, Reply, Session, Step, ToolError};

use crate::support::{Vault, next_args, outcome, path_args, session, session_with, shown, text};

fn config(change: impl FnOnce(&mut Config)) -> Result<(), ConfigError> {
    let mut config = Config::default();
    change(&mut config);
    Session::new(&config).map(drop)
}

fn ask(step: &Step) -> u32 {
    let Step::Ask { call, .. } = step else { panic!("a question was expected, not {step:?}") };
    *call
}

fn next(reply: &Reply) -> &Next {
    reply.structured_content.files[0].next.as_ref().expect("the page goes on")
}

fn cancelled() -> Reply {
    ToolError::cancelled().into()
}

#[test]
fn the_usual_config_is_that_of_an_untouched_vault() {
    let usual = Config {
        config_dir: ".obsidian".to_owned(),
        protected: Vec::new(),
        patterns: Vec::new(),
        ignore_file: String::new(),
        excluded: Vec::new(),
        closed_tags: Vec::new(),
        max_bytes: 102_400.0,
        max_lines: None,
        files_at_once: 5.0,
        max_image_bytes: 5_242_880.0,
        max_images_bytes: 20_971_520.0,
        changes: false,
        read_only: Vec::new(),
        prompts_folders: Vec::new(),
        max_index_bytes: 134_217_728.0,
        meaning: None,
        search_documents: true,
        max_documents_index_bytes: 33_554_432.0,
        max_document_bytes: 33_554_432.0,
        keep_index_over: None,
        daily_notes_folder: String::new(),
        daily_notes_format: String::new(),
        roots: Vec::new(),
    };
    assert_eq!(Config::default(), usual);
}

#[test]
fn the_limit_is_a_whole_number_up_to_the_largest_file() {
    for max_bytes in [0.0, 1.0, 102_400.0, 67_108_864.0] {
        assert_eq!(config(|config| config.max_bytes = max_bytes), Ok(()), "{max_bytes}");
    }
    for max_bytes in [-1.0, 0.5, 1.5, 67_108_865.0, f64::INFINITY, f64::NEG_INFINITY] {
        let error = ConfigError::Limit { name: "the byte limit", least: 0, most: 67_108_864 };
        assert_eq!(config(|config| config.max_bytes = max_bytes), Err(error), "{max_bytes}");
    }
    let message = "the byte limit must be a whole number from 0 to 67108864";
    let error = config(|config| config.max_bytes = f64::NAN).map_err(|error| error.to_string());
    assert_eq!(error, Err(message.to_owned()));
}

#[test]
fn a_folder_that_cannot_be_closed_opens_no_session() {
    let leaves = PathError::LeavesVault("../Private".to_owned());
    let protected = |path: &str| config(|config| config.protected = vec!["Fine".to_owned(), path.to_owned()]);
    assert_eq!(protected("Private"), Ok(()));
    assert_eq!(protected(""), Err(ConfigError::Protected(PathError::Empty.into())));
    assert_eq!(protected("../Private"), Err(ConfigError::Protected(leaves.clone().into())));
    assert_eq!(
        config(|config| config.config_dir = "../Private".to_owned()),
        Err(ConfigError::Protected(leaves.into()))
    );
    assert_eq!(
        config(|config| config.config_dir = String::new()),
        Err(ConfigError::Protected(PathError::Empty.into()))
    );
}

#[test]
fn a_session_answers_other_file_tools_by_its_own_policy() {
    let session = session_with(&["Private"], None);
    let protected = ["Private/a.md", "x/private", ".git", "../a"].map(|path| session.is_protected_path(path));
    assert_eq!(protected, [true; 4]);
    assert!(session.assert_not_protected("Notes/a.md").is_ok());
    let error = session.assert_not_protected("Private/a.md").map_err(|error| error.to_string());
    assert_eq!(error, Err(r#""Private/a.md" is excluded"#.to_owned()));
}

#[test]
fn calls_side_by_side_do_not_disturb_each_other() {
    let mut vault = Vault::of(&[("a.md", "a\n"), ("b.md", "b\n"), ("deep/c.md", "c\n")]);
    let mut session = session();
    let mut steps = ["a.md", "b.md", "[[c]]"].map(|path| session.start("read_file", &path_args(path)));
    let mut replies = [const { None::<Reply> }; 3];
    // One question of each in turn, the last call first.
    while replies.iter().any(Option::is_none) {
        for (step, reply) in steps.iter_mut().zip(&mut replies).rev() {
            match step.clone() {
                Step::Done(done) => *reply = Some(done),
                Step::Ask { call, requests } => {
                    *step = session.resume(call, vault.answers(&requests));
                }
            }
        }
    }
    let texts = replies.each_ref().map(|reply| reply.as_ref().map(text));
    assert_eq!(texts, [Some("1: a"), Some("1: b"), Some("== deep/c.md ==\n1: c")]);
}

#[test]
fn every_call_has_its_own_number() {
    let mut session = session();
    let [one, other] = ["a.md", "a.md"].map(|path| ask(&session.start("read_file", &path_args(path))));
    assert_ne!(one, other);
}

#[test]
fn a_cancelled_call_is_over() {
    let mut session = session();
    let [one, other] = ["a.md", "b.md"].map(|path| ask(&session.start("read_file", &path_args(path))));
    assert_eq!(session.cancel(one), cancelled());
    assert_eq!(session.resume(one, vec![Answer::Missing]), Step::Done(cancelled()));
    ask(&session.resume(other, vec![Answer::Missing]));
}

#[test]
fn what_was_never_begun_can_be_cancelled_too() {
    let mut session = session();
    assert_eq!(session.cancel(7), cancelled());
    assert_eq!(session.resume(7, Vec::new()), Step::Done(cancelled()));
    let reply = cancelled();
    assert_eq!(shown(&reply), Err(ErrorCode::Cancelled));
    assert_eq!(text(&reply), "error[cancelled]: the call was cancelled\nhelp: call again if it is still needed");
}

#[test]
fn a_call_that_has_ended_takes_no_more_answers() {
    let mut session = session();
    let call = ask(&session.start("read_file", &path_args("a.md")));
    let failed = || vec![Answer::Failed("no".to_owned())];
    assert!(matches!(session.resume(call, failed()), Step::Done(reply) if shown(&reply) == Err(ErrorCode::Unreadable)));
    assert_eq!(session.resume(call, failed()), Step::Done(cancelled()));
}

#[test]
fn the_next_page_asks_for_no_second_read() {
    let mut vault = Vault::of(&[("a.md", "one\ntwo\nthree\n")]);
    let mut session = session_with(&[], Some(6));
    let first = vault.call(&mut session, &path_args("a.md"));
    let second = vault.call(&mut session, &next_args(next(&first)));
    assert_eq!(outcome(&second), Ok("2: two\n[... truncated, showing lines 2-2 of 3; continue with start_line=3]"));
    assert_eq!(vault.asked, ["stat a.md", "read a.md", "stat a.md"]);
}

#[test]
fn a_file_that_has_changed_is_read_again() {
    let before = Vault::of(&[("a.md", "old\n")]).changed_at(1000.0);
    for (mut after, expected) in [
        (before.clone().with("a.md", "new\n").changed_at(1001.0), "1: new"),
        (before.clone().with("a.md", "longer\n"), "1: longer"),
        // What has the same size and time is taken for the same.
        (before.clone().with("a.md", "odd\n"), "1: old"),
    ] {
        let mut session = session();
        assert_eq!(text(&before.clone().call(&mut session, &path_args("a.md"))), "1: old");
        assert_eq!(text(&after.call(&mut session, &path_args("a.md"))), expected);
    }
}

#[test]
fn a_file_of_another_size_than_the_host_told_is_not_kept() {
    // As where the app has not yet seen that another program wrote.
    let stale = Vault::of(&[("a.md", "old\n")]).with_stat("a.md", crate::support::file(3, 0.0));
    let mut session = session();
    assert_eq!(text(&stale.clone().call(&mut session, &path_args("a.md"))), "1: old");
    assert_eq!(text(&stale.with("a.md", "new\n").call(&mut session, &path_args("a.md"))), "1: new");
}

#[test]
fn the_cache_holds_the_last_eight_files() {
    let names: Vec<_> = (0..9).map(|number| format!("{number}.md")).collect();
    let mut vault = Vault::of(&names.iter().map(|name| (name.as_str(), "text\n")).collect::<Vec<_>>());
    let mut session = session();
    for path in names.iter().chain([&names[1], &names[8], &names[0]]) {
        vault.call(&mut session, &path_args(path));
    }
    let reads: Vec<_> = vault.asked.iter().filter_map(|asked| asked.strip_prefix("read ")).collect();
    assert_eq!(reads, [&names.iter().map(String::as_str).collect::<Vec<_>>()[..], &["0.md"]].concat());
}

#[test]
fn a_file_that_became_too_large_is_refused_from_the_cache_too() {
    let vault = Vault::of(&[("a.txt", "a\n")]);
    let mut session = session();
    vault.clone().call(&mut session, &path_args("a.txt"));
    let mut grown = vault.with_stat("a.txt", crate::support::file(70_000_000, 0.0));
    assert_eq!(shown(&grown.call(&mut session, &path_args("a.txt"))), Err(ErrorCode::TooLarge));
}
