//! `search_notes` beyond its cases: what is closed is never there, limits hold, cursors show each note once, and no note
//! is too large or too broken.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod support;

#[cfg(test)]
mod search_notes {
    use std::collections::BTreeMap;

    use lectern::{Config, Context, Reply, Session, Step, estimate_tokens};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use crate::support::{Vault, session, session_with, text};

    const CLOSED: &str = "---\nlectern: false\n---\napple pear secret\n";

    fn search(vault: &mut Vault, session: &mut Session, args: &Value) -> Reply {
        vault.call_tool(session, "search_notes", &args.to_string())
    }

    fn paths(reply: &Reply) -> Vec<String> {
        let notes = reply.structured_content.notes.as_ref().unwrap_or_else(|| panic!("{}", text(reply)));
        notes.iter().map(|note| note.path.clone()).collect()
    }

    /// All that a caller sees who only obeys `next`.
    fn all_pages(vault: &mut Vault, session: &mut Session, args: &Value) -> Vec<String> {
        let (mut seen, mut args) = (Vec::new(), args.clone());
        for _ in 0..1000 {
            let reply = search(vault, session, &args);
            seen.extend(paths(&reply));
            let Some(next) = &reply.structured_content.next else { return seen };
            args = serde_json::to_value(next).expect("arguments are JSON");
            assert!(text(&reply).ends_with(&format!("cursor={}]", args["cursor"])), "{}", text(&reply));
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
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

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
            let opened = || Session::new(&config).expect("the config can be used");
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
        fn a_reply_holds_its_limits(
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
            let mut session = Session::new(&config).expect("the config can be used");
            let mut vault = vault_of(&files);
            let step = session.start_within(&context, "search_notes", &args.to_string());
            let reply = vault.run(&mut session, step);
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
                let is_bare = notes.len() == 1 && shown.lines().all(|line| line.starts_with("== ") || line.starts_with("[notes "));
                prop_assert!(is_within || is_bare, "{} tokens, {} bytes: {}", tokens, bytes, shown);
            } else if which == 0 {
                prop_assert!(estimate_tokens(shown) <= u64::from(tokens), "{} tokens: {}", tokens, shown);
            }
        }

        #[test]
        fn whoever_obeys_the_cursors_sees_each_note_once_in_the_order_of_one_large_reply(
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

    #[test]
    fn the_last_notice_counts_all_notes_that_match() {
        let names: Vec<_> = (0..7).map(|n| format!("{n}.md")).collect();
        let mut vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "apple tart\n"));
        let mut session = session();
        // A phrase: what the index finds has to be looked at.
        let args = json!({ "query": "\"apple tart\"", "limit": 3 });
        let first = search(&mut vault, &mut session, &args);
        assert!(text(&first).ends_with("[notes 1-3 of at least 4; for more, call search_notes with cursor=\"3.3\"]"));
        let second =
            search(&mut vault, &mut session, &json!({ "query": "\"apple tart\"", "limit": 3, "cursor": "3.3" }));
        assert!(text(&second).ends_with("[notes 4-6 of at least 7; for more, call search_notes with cursor=\"6.6\"]"));
        // All are looked at, but bytes run out.
        let mut narrow = session_with(&[], Some(170));
        let third = search(&mut vault, &mut narrow, &json!({ "query": "\"apple tart\"", "cursor": "4.4" }));
        assert!(
            text(&third).ends_with("[notes 5-6 of 7; for more, call search_notes with cursor=\"6.6\"]"),
            "{}",
            text(&third)
        );
    }

    #[test]
    fn notes_found_by_their_names_alone_stand_beside_the_others() {
        let mut vault = Vault::of(&[
            ("Apple.md", "none\n"),
            ("Green apple.md", "of it\n"),
            ("a.md", "an apple\n"),
            ("apples.md", ""),
        ]);
        let reply = search(&mut vault, &mut session(), &json!({ "query": "apple" }));
        assert_eq!(paths(&reply).len(), 4, "{}", text(&reply));
        assert!(reply.structured_content.next.is_none());
    }

    #[test]
    fn case_counts_in_names_too() {
        let mut vault =
            Vault::of(&[("APPLE.md", "none\n"), ("Apple tree.md", "\n"), ("a.md", "an Apple\n"), ("b.md", "apple\n")]);
        let reply = search(&mut vault, &mut session(), &json!({ "query": "Apple", "case": true }));
        assert_eq!(paths(&reply), ["Apple tree.md", "a.md"]);
    }

    #[test]
    fn what_is_said_of_all_words_is_said_only_where_it_is_known() {
        let names: Vec<_> = (0..5).map(|n| format!("{n}.md")).collect();
        let vault = names.iter().fold(Vault::default(), |vault, name| vault.with(name, "apple\n"));
        let mut vault = vault.with("both.md", "apple pear\n").with("out.md", "apple pear plum\n");
        let reply = search(&mut vault, &mut session(), &json!({ "query": "apple pear", "limit": 1 }));
        assert!(text(&reply).contains("[notes 1-1 of 7, 2 with all the words; "), "{}", text(&reply));
        // One of the two with all the words is not to be found.
        let reply = search(&mut vault, &mut session(), &json!({ "query": "apple pear -plum", "limit": 1 }));
        assert!(text(&reply).contains("[notes 1-1 of at least 2; "), "{}", text(&reply));
    }

    #[test]
    fn no_cursor_is_too_large() {
        let mut vault = Vault::of(&[("a.md", "apple\n")]);
        for cursor in
            ["1000000000.1000000000", "18446744073709551615.18446744073709551615", "4294967295.0", "0.4294967295"]
        {
            for mode in ["text", "regex"] {
                let args = json!({ "query": "apple", "mode": mode, "cursor": cursor });
                let reply = search(&mut vault, &mut session(), &args);
                assert!(reply.is_error || paths(&reply).len() <= 1, "{args}");
            }
        }
        for cursor in [".", "1", "-1.0", "1.0.0", "a.b"] {
            let reply = search(&mut vault, &mut session(), &json!({ "query": "apple", "cursor": cursor }));
            assert!(reply.is_error, "{cursor:?}: {}", text(&reply));
        }
        let left_out = json!({ "query": "apple", "cursor": "", "path": " ", "tag": "" });
        assert_eq!(paths(&search(&mut vault, &mut session(), &left_out)), ["a.md"]);
    }

    #[test]
    fn a_note_is_found_in_any_encoding_that_read_file_reads() {
        let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        let mut vault = Vault::default()
            .with("little.md", [&[0xff, 0xfe][..], &wide("one\nan apple\n", u16::to_le_bytes)].concat())
            .with("big.md", [&[0xfe, 0xff][..], &wide("one\nan apple\n", u16::to_be_bytes)].concat())
            .with("marked.md", "\u{feff}an apple\n")
            .with("broken.md", *b"caf\xe9\nan \xff apple\n")
            .with("old.md", *b"an apple\xa0\x93tart\x94\n")
            .with("zeros.md", *b"\0\0\0\n\0apple\0\n")
            .with("empty.md", "")
            .with("mark.md", "\u{feff}");
        let reply = search(&mut vault, &mut session(), &json!({ "query": "apple" }));
        let mut found = paths(&reply);
        found.sort();
        assert_eq!(found, ["big.md", "broken.md", "little.md", "marked.md", "old.md", "zeros.md"]);
        assert!(text(&reply).contains("== little.md ==\n2: an apple\n"), "{}", text(&reply));
        assert!(text(&reply).contains("== marked.md ==\n1: an apple"), "{}", text(&reply));
        let reply = search(&mut vault, &mut session(), &json!({ "query": "^an apple$", "mode": "regex" }));
        let mut found = paths(&reply);
        found.sort();
        assert_eq!(found, ["big.md", "little.md", "marked.md"]);
    }

    /// The reply of a call, and in how many steps it came.
    fn steps(vault: &mut Vault, session: &mut Session, args: &Value) -> (Reply, usize) {
        let (mut step, mut steps) = (session.start("search_notes", &args.to_string()), 0);
        loop {
            match step {
                Step::Done(reply) => return (reply, steps),
                Step::Ask { call, requests } => {
                    let answers = requests.iter().map(|request| vault.answer(request)).collect();
                    step = session.resume(call, answers);
                    steps += 1;
                }
            }
        }
    }

    #[test]
    fn a_note_of_30_mb_is_taken_in_and_looked_through_in_steps() {
        let line = "some words that stand in a line of a log\n";
        let mut large = line.repeat(30 * 1024 * 1024 / line.len());
        large.push_str("the apple at the end\n");
        let lines = large.lines().count();
        let mut vault = Vault::default().watching().with("large.md", large).with("small.md", "apple\n");
        let mut session = session();
        let (reply, taken) = steps(&mut vault, &mut session, &json!({ "query": "apple" }));
        assert!(text(&reply).contains(&format!("== large.md ==\n{lines}: the apple at the end")), "{}", text(&reply));
        // 192 KiB at a step for the index, 256 KiB for the lines.
        assert!(taken >= 30 * 1024 / 192 + 30 * 1024 / 256, "{taken} steps");
        let (reply, taken) = steps(&mut vault, &mut session, &json!({ "query": "ap{2}le", "mode": "regex" }));
        assert_eq!(paths(&reply).len(), 2);
        assert!(taken >= 30 * 1024 / 256, "{taken} steps");
        let all = json!({ "query": "o", "mode": "regex", "limit": 1, "path": "large.md" });
        let (reply, _) = steps(&mut vault, &mut session, &all);
        assert_eq!(reply.structured_content.notes.as_ref().map(|notes| notes[0].lines as usize), Some(lines - 1));
    }

    #[test]
    fn a_line_of_800_kb_is_found_in_and_shown_in_part() {
        let mut vault = Vault::of(&[("line.md", &format!("{}apple{}", "x ".repeat(200_000), " y".repeat(200_000)))]);
        for (query, mode) in [("apple", "text"), ("a[p]+le", "regex")] {
            let reply = search(&mut vault, &mut session(), &json!({ "query": query, "mode": mode }));
            assert!(text(&reply).contains("x apple y"), "{query}: {}", text(&reply));
            assert!(text(&reply).len() < 2000);
        }
    }

    #[test]
    fn a_vault_of_20_000_tiny_notes_is_searched() {
        let names: Vec<_> = (0..20_000).map(|n| format!("{}/{n}.md", n % 50)).collect();
        let vault = names.iter().fold(Vault::default().watching(), |vault, name| vault.with(name, "an apple\n"));
        let mut vault = vault.with("one.md", "pear\n").listing_at_once();
        let mut session = session();
        let reply = search(&mut vault, &mut session, &json!({ "query": "pear" }));
        assert_eq!(paths(&reply), ["one.md"]);
        assert_eq!(session.indexed().notes, 20_001);
        let reply = search(&mut vault, &mut session, &json!({ "query": "apple", "limit": 1 }));
        assert!(text(&reply).contains("[notes 1-1 of 20000; "), "{}", text(&reply));
        vault.asked.clear();
        search(&mut vault, &mut session, &json!({ "query": "pear.?", "mode": "regex" }));
        assert_eq!(vault.asked, ["read one.md"]);
    }

    #[test]
    fn no_pattern_hangs() {
        let mut vault = Vault::of(&[("a.md", &format!("{}!\n", "a".repeat(100_000)))]);
        for pattern in ["(a+)+$", "(a|a)*b", "(.*a){20}$", "((a{1,50}){1,50})$", "a*a*a*a*a*a*b"] {
            let reply = search(&mut vault, &mut session(), &json!({ "query": pattern, "mode": "regex" }));
            assert!(reply.is_error || paths(&reply).is_empty(), "{pattern}: {}", text(&reply));
        }
    }
}
