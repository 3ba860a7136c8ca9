//! Limits of `read_file`: bytes, lines and tokens apply to the whole reply, and numbering loses nothing.

use lectern::{Config, Content, Context, Numbering, Reply, Session, estimate_tokens};
use proptest::prelude::*;
use serde_json::json;

use crate::support::{Vault, assert_says, opened, session, text};

fn read(vault: &mut Vault, session: &mut Session, context: &Context, args: &str) -> Reply {
    let step = session.start_within(context, "read_file", args);
    vault.run(session, step)
}

fn tokens(max_tokens: f64) -> Context {
    Context { max_tokens: Some(max_tokens), ..Context::default() }
}

#[test]
fn compact_numbering_leaves_blank_lines_bare_and_numbers_the_first() {
    let compact = Context { numbering: Numbering::Compact, ..Context::default() };
    let mut vault = Vault::of(&[("a.md", "\n\none\n\r\ntwo\n\n")]);
    let reply = read(&mut vault, &mut session(), &compact, r#"{"path": "a.md"}"#);
    assert_eq!(text(&reply), "1: \n\n3: one\n\n5: two\n");
    assert_eq!(reply.structured_content.files[0].end_line, 6);
}

#[test]
fn a_notice_says_that_tokens_ran_out() {
    let mut vault = Vault::of(&[("a.md", &"a line of words\n".repeat(500))]);
    let reply = read(&mut vault, &mut session(), &tokens(400.0), r#"{"path": "a.md"}"#);
    assert_says(&reply, "[... truncated at 400 tokens, showing lines 1-");
    assert!(estimate_tokens(text(&reply)) <= 400);
    assert!(estimate_tokens(text(&reply)) > 300, "{}", estimate_tokens(text(&reply)));
}

#[test]
fn code_that_is_cut_is_followed_by_its_outline() {
    let code = (1..=20).map(|number| format!("def f{number}(x):\n    return x\n\n")).collect::<Vec<_>>().concat();
    let config = Config { max_lines: Some(6.0), changes: true, ..Config::default() };
    let mut vault =
        Vault::of(&[("m.py", &code), ("n.md", &"# H\n\ntext\n".repeat(20)), ("s.py", "def a():\n    pass\n")]);
    let mut call = |context: &Context, args: &str| {
        let mut session = opened(&config);
        read(&mut vault, &mut session, context, args)
    };
    let whole = Context::default();
    let reply = call(&whole, r#"{"path": "m.py"}"#);
    let rows: Vec<&str> = text(&reply).lines().collect();
    assert_eq!(
        rows[5..9],
        [
            "6: ",
            "[... truncated at 6 lines, showing lines 1-6 of 60; continue with start_line=7]",
            "[outline of \"m.py\", 60 lines]",
            "1-2: def f1(x)",
        ]
    );
    assert_eq!(rows[27], "58-59: def f20(x)");
    assert!(rows[28].starts_with("[version "));
    // Not again on the next page, below a note, or below all of the file.
    for args in [r#"{"path": "m.py", "start_line": 7}"#, r#"{"path": "n.md"}"#, r#"{"path": "s.py"}"#] {
        assert!(!text(&call(&whole, args)).contains("outline"), "{args}");
    }
    // It leaves out what there is no room for.
    for max_tokens in [100, 150, 250, 400_u32] {
        let reply = call(&tokens(max_tokens.into()), r#"{"path": "m.py"}"#);
        assert!(estimate_tokens(text(&reply)) <= max_tokens.into(), "{}", text(&reply));
    }
}

#[test]
fn a_factor_from_real_usage_makes_replies_smaller() {
    let mut vault = Vault::of(&[("a.md", &"a line of words\n".repeat(500))]);
    let twice = Context { token_factor: 2.0, ..tokens(400.0) };
    let reply = read(&mut vault, &mut session(), &twice, r#"{"path": "a.md"}"#);
    assert!(estimate_tokens(text(&reply)) <= 200);
}

#[test]
fn a_context_that_holds_no_reply_is_refused() {
    for context in [tokens(99.0), tokens(f64::NAN), Context { token_factor: 0.0, ..Context::default() }] {
        let mut vault = Vault::of(&[("a.md", "one\n")]);
        assert!(read(&mut vault, &mut session(), &context, r#"{"path": "a.md"}"#).is_error, "{context:?}");
    }
}

proptest! {
    #[test]
    fn no_reply_takes_more_tokens_than_there_are(
        files in proptest::collection::vec("([a-z]{1,9}[ \n]|\u{d55c}\u{ae00}|[0-9]{5}\n){0,300}", 1..8),
        max_tokens in 100_u32..3000,
        is_list in any::<bool>(),
    ) {
        let named: Vec<_> = files.iter().enumerate().map(|(n, text)| (format!("{n}.md"), text)).collect();
        let mut vault = named.iter().fold(Vault::default(), |vault, (path, text)| vault.with(path, text.as_str()));
        let paths: Vec<_> = named.iter().map(|(path, _)| path).collect();
        let args = if is_list { json!({ "files": paths }) } else { json!({ "path": "0.md" }) };
        let reply = read(&mut vault, &mut session(), &tokens(max_tokens.into()), &args.to_string());
        let taken: u64 = reply.content.iter().map(|part| match part {
            Content::Text { text } => estimate_tokens(text),
            Content::Image { .. } => 0,
        }).sum();
        prop_assert!(taken <= max_tokens.into(), "{} of {}: {:?}", taken, max_tokens, reply.content);
    }
}
