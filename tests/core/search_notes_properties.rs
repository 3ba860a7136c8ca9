//! `search_notes` over random vaults and calls: what is closed is never there, limits hold, cursors show each note once.

use std::collections::BTreeMap;

use lectern::{Config, Context, Session, estimate_tokens};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::notes::{paths, search};
use crate::support::{Vault, assert_ends, opened, session, session_with, text};

const CLOSED: &str = "---\nlectern: false\n---\napple pear secret\n";

/// All that a caller sees who only obeys `next`.
fn all_pages(vault: &mut Vault, session: &mut Session, args: &Value) -> Vec<String> {
    let (mut seen, mut args) = (Vec::new(), args.clone());
    for _ in 0..1000 {
        let reply = search(vault, session, &args);
        seen.extend(paths(&reply));
        let Some(next) = &reply.structured_content.next else { return seen };
        args = serde_json::to_value(next).expect("arguments are JSON");
        assert_ends(&reply, &format!("cursor={}]", args["cursor"]));
    }
    panic!("the pages have no end");
}

fn any_content() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "((apple|Apple|pear|\u{e4}pfel|tart|#work|#work/deep|\u{6e21}\u{8fba}|x{30})[ \n]){0,12}",
        1 => Just("---\ntags: [secret/deep]\naliases: [Apple]\n---\napple pear\n".to_owned()),
        1 => Just("apple #Secret pear\n".to_owned()),
        1 => Just(CLOSED.to_owned()),
    ]
}

fn any_args() -> impl Strategy<Value = Value> {
    let maybe = proptest::option::of::<BoxedStrategy<Value>>;
    let words = "(\"apple pear\"|apple|pear|-tart|app|\u{e4}pfel|apfel|\u{6e21}\u{8fba}|secret|a)( (apple|pear|tart|-pear|\"pear tart\")){0,2}";
    let patterns = "a.ple|(pe+ar|tart)|^apple|e$|secret|.|[a-z]+ pear|(a+)+$|^$";
    let query = prop_oneof![
        3 => words.prop_map(|query| (query, "text")),
        2 => proptest::sample::select(patterns.split('|').collect::<Vec<_>>())
            .prop_map(|query| (query.replace("(pe+ar", "pe+ar").replace("tart)", "tart"), "regex")),
    ];
    (
        query,
        maybe("(a|A|b|a/b|a/1\\.md|\\*\\*/1\\.md|b\\*|P|nowhere)".prop_map(Value::from).boxed()),
        maybe(proptest::sample::select(vec!["work", "#work/deep", "secret", "none"]).prop_map(Value::from).boxed()),
        maybe((1..5).prop_map(Value::from).boxed()),
        maybe(proptest::sample::select(vec!["0.1", "2.1", "1.9"]).prop_map(Value::from).boxed()),
        maybe((0..3).prop_map(Value::from).boxed()),
        maybe(any::<bool>().prop_map(Value::from).boxed()),
    )
        .prop_map(|((query, mode), path, tag, limit, cursor, context, case)| {
            let optional = [
                ("path", path),
                ("tag", tag),
                ("limit", limit),
                ("cursor", cursor),
                ("context", context),
                ("case", case),
            ];
            let given = [("query", Some(Value::from(query))), ("mode", Some(Value::from(mode)))];
            let all = given.into_iter().chain(optional);
            all.filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
        })
}

fn any_files() -> impl Strategy<Value = BTreeMap<String, (String, u32)>> {
    proptest::collection::btree_map(
        "(a/|A/|b/|a/b/|P/|bc/){0,1}[1-4P]{1,2}(\\.md|\\.md|\\.txt)",
        (any_content(), 0..3_u32),
        1..20,
    )
}

fn vault_of<'f>(files: impl IntoIterator<Item = (&'f String, &'f (String, u32))>) -> Vault {
    files.into_iter().fold(Vault::default(), |vault, (path, (content, time))| {
        vault.with(path, content.as_str()).with_mtime(path, f64::from(*time) * 1e11)
    })
}

proptest! {
    #[test]
    fn no_reply_differs_from_that_of_the_vault_without_what_is_closed(
        files in any_files(),
        args in proptest::collection::vec(any_args(), 1..4),
        with_tags in any::<bool>(),
        with_paths in any::<bool>(),
    ) {
        let own = |names: &[&str], all: bool| names.iter().filter(|_| all).map(|&name| name.to_owned()).collect();
        let config = Config {
            protected: own(&["P.md", "P", "a/b"], with_paths),
            patterns: own(&["b*/1*", "A/2.md"], with_paths),
            closed_tags: own(&["secret"], with_tags),
            ..Config::default()
        };
        let opened = || opened(&config);
        let policy = opened();
        let is_closed = |path: &str, content: &str| {
            let by_tag = with_tags && content.to_lowercase().contains("secret");
            policy.is_protected_path(path) || path.ends_with("md") && (content == CLOSED || by_tag)
        };
        let mut all = vault_of(&files);
        let mut open = vault_of(files.iter().filter(|(path, (content, _))| !is_closed(path, content)));
        let (mut of_all, mut of_open) = (opened(), opened());
        for args in &args {
            let given = search(&mut all, &mut of_all, args);
            prop_assert_eq!(given, search(&mut open, &mut of_open, args), "{} in {:?}", args, files);
        }
    }

    #[test]
    fn a_reply_keeps_its_limits(
        files in any_files(),
        args in any_args(),
        tokens in 100..400_u32,
        bytes in 1..900_u32,
        lines in 1..9_u32,
        which in 0..3_u8,
    ) {
        let mut config = Config::default();
        let mut context = Context::default();
        match which {
            0 => context.max_tokens = Some(tokens.into()),
            1 => config.max_bytes = bytes.into(),
            _ => config.max_lines = Some(lines.into()),
        }
        let mut session = opened(&config);
        let mut vault = vault_of(&files);
        let reply = vault.call_within(&mut session, &context, "search_notes", &args);
        let shown = text(&reply);
        if let Some(notes) = reply.structured_content.notes.as_ref().filter(|notes| !notes.is_empty()) {
            let numbered = shown.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
            prop_assert!(numbered.count() <= lines as usize || which != 2, "{} lines: {}", lines, shown);
            // The first note is named whatever the limit, with the call that goes on.
            let named = shown.lines().filter(|line| line.starts_with("== ")).count();
            prop_assert_eq!(named, notes.len());
            let is_within = match which {
                0 => estimate_tokens(shown) <= u64::from(tokens),
                1 => shown.len() <= bytes as usize,
                _ => true,
            };
            let is_bare_line = |line: &str| ["== ", "[notes ", "[files "].iter().any(|start| line.starts_with(start));
            let is_bare = notes.len() == 1 && shown.lines().all(is_bare_line);
            prop_assert!(is_within || is_bare, "{} tokens, {} bytes: {}", tokens, bytes, shown);
        } else if which == 0 {
            prop_assert!(estimate_tokens(shown) <= u64::from(tokens), "{} tokens: {}", tokens, shown);
        }
    }

    #[test]
    fn pages_by_cursor_are_one_large_reply(
        files in any_files(), args in any_args(), limit in 1..5_u32, bytes in proptest::option::of(1..400_u32),
    ) {
        let mut whole = args.clone();
        whole["limit"] = 50.into();
        whole["cursor"] = "0.0".into();
        let mut vault = vault_of(&files);
        let reply = search(&mut vault, &mut session(), &whole);
        if reply.is_error {
            return Ok(());
        }
        prop_assert!(reply.structured_content.next.is_none());
        let mut pages = whole;
        pages["limit"] = limit.into();
        let mut session = session_with(&[], bytes);
        prop_assert_eq!(all_pages(&mut vault, &mut session, &pages), paths(&reply), "{}", args);
    }
}
