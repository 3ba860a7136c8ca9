//! `list_files` over random vaults and calls: excluded files never appear, every file is named once, limits hold.

use std::collections::BTreeSet;

use lectern::{Config, Context, estimate_tokens};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::listing::{all_pages, list};
use crate::support::{CLOSED, Vault, opened, session_with, text};

fn any_files() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::btree_set("([abA][ b\u{e9}]?/){0,3}[ab1-3]{1,3}(\\.md|\\.txt)", 1..40)
        .prop_map(|files| files.into_iter().collect())
}

fn any_args() -> impl Strategy<Value = Value> {
    let maybe = proptest::option::of::<BoxedStrategy<Value>>;
    (
        maybe("([abA][ b\u{e9}]?/){0,2}[abA]{0,2}(\\.md)?".prop_map(Value::from).boxed()),
        maybe(prop_oneof!["[ab*]{1,3}(/\\*\\*)?(\\.md)?", Just("*.md".to_owned())].prop_map(Value::from).boxed()),
        maybe((1..4).prop_map(Value::from).boxed()),
        maybe(proptest::sample::select(vec!["name", "modified", "size", "-status"]).prop_map(Value::from).boxed()),
        maybe((1..30).prop_map(Value::from).boxed()),
        maybe((1..9).prop_map(Value::from).boxed()),
        maybe(proptest::sample::select(vec!["status = open", "tags has secret"]).prop_map(Value::from).boxed()),
        maybe(Just(json!(["status"])).boxed()),
    )
        .prop_map(|(path, pattern, depth, sort, limit, cursor, filter, properties)| {
            let all = [
                ("path", path),
                ("pattern", pattern),
                ("depth", depth),
                ("sort", sort),
                ("limit", limit),
                ("cursor", cursor),
                ("where", filter),
                ("properties", properties),
            ];
            all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect::<Value>()
        })
}

proptest! {
    #[test]
    fn no_reply_differs_from_that_of_the_vault_without_what_is_closed(
        files in proptest::collection::btree_map(
            "([abA][ b\u{e9}]?/){0,3}[ab1-3P]{1,3}(\\.md|\\.txt)", (0..6_u8, 0..3_u32), 1..25,
        ),
        args in any_args(),
        at_once in any::<bool>(),
        page in 1..7_usize,
    ) {
        let content = |kind: &u8| match kind {
            0 => CLOSED,
            1 => "text with #secret/deep tag\n",
            2 => "# A title\n",
            3 => "---\nstatus: open\n---\n",
            4 => "---\nstatus: {open\n---\n",
            _ => "text\n",
        };
        let config = Config {
            protected: vec!["P.md".to_owned(), "a/b".to_owned()],
            patterns: vec!["b*/1*".to_owned(), "A/".to_owned()],
            closed_tags: vec!["secret".to_owned()],
            ..Config::default()
        };
        let policy = opened(&config);
        let is_closed = |path: &str, kind: u8| {
            !path.ends_with("txt") && kind < 2 || policy.is_protected_path(path)
        };
        let vault_of = |all: bool| {
            let kept = files.iter().filter(|(path, (kind, _))| all || !is_closed(path, *kind));
            let vault = kept.fold(Vault::default(), |vault, (path, (kind, time))| {
                vault.with(path, content(kind)).with_mtime(path, f64::from(*time) * 1e11)
            });
            let vault = if at_once { vault.listing_at_once() } else { vault };
            vault.listing_pages_of(page)
        };
        // Patterns may close a name as a folder and leave it open as a file: the policy's own tests are about that.
        let session = || opened(&config);
        let given = list(&mut vault_of(true), &mut session(), &args);
        prop_assert_eq!(given, list(&mut vault_of(false), &mut session(), &args), "{} in {:?}", args, files);
    }
}

proptest! {
    // Each walks a whole vault, folder by folder and page by page.
    #[test]
    fn following_every_reply_lists_each_file_once(
        files in any_files(), limit in 1..12_u32, flat in any::<bool>(), max_bytes in 1..400_u32,
    ) {
        let names: Vec<_> = files.iter().map(String::as_str).collect();
        let mut vault = Vault::named(&names);
        let mut session = session_with(&[], Some(max_bytes));
        let mut args = vec![if flat { json!({ "sort": "size", "limit": limit }) } else { json!({ "limit": limit }) }];
        let mut seen = Vec::new();
        while let Some(args_now) = args.pop() {
            for path in all_pages(&mut vault, &mut session, args_now) {
                match path.strip_suffix('/') {
                    Some(folder) => args.push(json!({ "path": folder, "limit": limit })),
                    None => seen.push(path),
                }
            }
        }
        let once: BTreeSet<_> = seen.iter().cloned().collect();
        prop_assert_eq!(once.len(), seen.len());
        prop_assert_eq!(once, files.into_iter().collect::<BTreeSet<_>>());
    }

}

proptest! {
    #[test]
    fn a_reply_keeps_its_limits(files in any_files(), args in any_args(), tokens in 100..400_u32, lines in 1..9_u32) {
        let names: Vec<_> = files.iter().map(String::as_str).collect();
        let mut vault = Vault::named(&names);
        let config = Config { max_lines: Some(f64::from(lines)), ..Config::default() };
        let mut session = opened(&config);
        let context = Context { max_tokens: Some(f64::from(tokens)), ..Context::default() };
        let reply = vault.call_within(&mut session, &context, "list_files", &args);
        let shown = text(&reply);
        prop_assert!(estimate_tokens(shown) <= u64::from(tokens), "{} tokens: {}", estimate_tokens(shown), shown);
        if !reply.is_error {
            // The last line is no entry.
            prop_assert!(shown.lines().count() <= lines as usize + 1, "{}", shown);
            prop_assert!(reply.structured_content.entries.is_some());
        }
    }
}
