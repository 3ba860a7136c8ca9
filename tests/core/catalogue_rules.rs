//! Changed rules apply to everything a session knows at once, also in the middle of a call.

use lectern::{Config, Step};
use serde_json::json;

use crate::support::notes::*;
use crate::support::{CLOSED, Vault, closing, opened};

#[test]
fn new_rules_close_and_open_at_once() {
    let mut vault =
        Vault::of(&[("a/1.md", "apple\n"), ("b/2.md", "apple #work\n"), ("b/3.md", "apple\n"), ("b/4.md", CLOSED)])
            .watching();
    let configs = [
        closing(&[], &[]),
        closing(&["b"], &[]),
        closing(&["a"], &["work"]),
        closing(&[], &["work"]),
        closing(&["b/3.md"], &[]),
    ];
    for first in &configs {
        for second in &configs {
            let mut session = opened(first);
            search(&mut vault, &mut session, &query("apple"));
            session.reconfigure(second).expect("the config can be used");
            let given = search(&mut vault, &mut session, &query("apple"));
            assert_eq!(given, search(&mut vault.clone(), &mut opened(second), &query("apple")), "{first:?} {second:?}");
        }
    }
}

#[test]
fn rules_that_change_during_a_call_hold_for_its_reply() {
    let names: Vec<_> = (0..80).map(|n| format!("{}/{n}.md", if n % 2 == 0 { "a" } else { "b" })).collect();
    let vault = names.iter().fold(Vault::default().watching(), |vault, name| vault.with(name, "apple #b\n"));
    for config in [closing(&["a"], &[]), closing(&[], &["b"]), closing(&["b/1.md"], &[])] {
        for args in [query("apple"), json!({ "query": "ap+le", "mode": "regex", "limit": 3 })] {
            let expected = search(&mut vault.clone(), &mut opened(&config), &args);
            for steps in 0..14 {
                let (mut vault, mut session) = (vault.clone(), opened(&Config::default()));
                let mut step = session.start("search_notes", &args.to_string());
                for _ in 0..steps {
                    step = vault.next_step(&mut session, step);
                }
                if matches!(step, Step::Done(_)) {
                    break;
                }
                session.reconfigure(&config).expect("the config can be used");
                assert_eq!(vault.run(&mut session, step), expected, "after {steps} steps of {args}");
            }
        }
    }
}
