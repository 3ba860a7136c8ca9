//! Which changes the user is asked about, even if changes are accepted without asking.

use lectern::{Config, Proposal};
use serde_json::{Value, json};

use crate::support::changed_vault::{edit_args, rejected};
use crate::support::{Vault, opened};

/// What is proposed by a call of `tool`, if anything.
fn proposed(vault: &mut Vault, tool: &str, args: &Value) -> Option<Proposal> {
    let prompts_folders = vec!["/My Prompts/".to_owned(), " ".to_owned(), "..".to_owned()];
    let config = Config { changes: true, prompts_folders, ..Config::default() };
    let mut session = opened(&config);
    vault.decisions = vec![rejected()];
    vault.call_tool(&mut session, tool, &args.to_string());
    vault.proposals.pop()
}

#[test]
fn a_note_that_models_take_as_instructions_is_always_asked_about() {
    let steering = [
        "AGENTS.md",
        "a/b/agents.MD",
        "Claude.md",
        "CLAUDE.local.md",
        "x/GEMINI.md",
        "skills/review/SKILL.md",
        "AGENTS",
        "copilot-instructions.md",
        "review.prompt.md",
        "rust.instructions.md",
        "rule.mdc",
        "My Prompts/Summary.md",
        "my prompts/deep/in/x.md",
    ];
    for path in steering {
        let mut vault = Vault::of(&[(path, "one\n"), ("plain.md", "one\n")]);
        let edit = edit_args(path, "one", "two");
        let calls = [
            ("edit_file", edit),
            ("delete_file", json!({ "path": path })),
            ("move_file", json!({ "from": path, "to": "Archive/" })),
        ];
        for (tool, args) in calls {
            // A file without an extension is no note, and can't be moved to a name with one.
            let proposal = proposed(&mut vault, tool, &args).unwrap_or_else(|| panic!("{tool} {path}"));
            assert!(proposal.always_ask, "{tool} {path}");
            assert_eq!(proposal.warnings, [format!("models take “{path}” as instructions")], "{tool}");
            // The model has nothing to correct.
            assert!(!proposal.correctable, "{tool} {path}");
        }
        let mut vault = Vault::of(&[("plain.md", "one\n")]);
        let new = proposed(&mut vault, "write_file", &json!({ "path": path, "content": "x" }));
        assert!(new.is_none_or(|proposal| proposal.always_ask), "{path}");
        let moved = proposed(&mut vault, "move_file", &json!({ "from": "plain.md", "to": path }));
        // A note stays one: `plain.md` becomes `rule.mdc.md`, which no agent reads.
        let is_told = |proposal: Proposal| proposal.warnings.iter().any(|text| text.contains("instructions"));
        assert!(path == "rule.mdc" || moved.is_none_or(is_told), "{path}");
    }
    // Hidden names are excluded.
    for path in [".cursorrules", "a/.CursorRules", ".github/copilot-instructions.md"] {
        let mut vault = Vault::of(&[(path, "one\n")]);
        assert!(proposed(&mut vault, "write_file", &json!({ "path": path, "content": "x" })).is_none(), "{path}");
    }
    for path in ["My Agents.md", "Claude Monet.md", "My Prompts.md", "Skill tree.md", "agents/a.md", "prompt.md"] {
        let mut vault = Vault::of(&[(path, "one\n")]);
        let edit = edit_args(path, "one", "two");
        let proposal = proposed(&mut vault, "edit_file", &edit).expect("a proposal");
        assert_eq!((proposal.always_ask, proposal.warnings.len()), (false, 0), "{path}");
    }
}

#[test]
fn what_a_change_adds_that_loads_or_runs_is_warned_of_and_asked_about() {
    let asked = |path: &str, before: &str, after: &str| {
        let mut vault = Vault::of(&[(path, before)]);
        let edit = edit_args(path, before, after);
        let proposal = proposed(&mut vault, "edit_file", &edit).unwrap_or_else(|| panic!("{path} {before} {after}"));
        assert_eq!(proposal.always_ask, !proposal.warnings.is_empty(), "{after}: {:?}", proposal.warnings);
        proposal.warnings.join("; ")
    };
    assert_eq!(
        asked("a.md", "one", "![](https://a.example/x.png)"),
        "this adds something that loads from elsewhere: “![](https://a.example/x.png”"
    );
    assert_eq!(
        asked("a.md", "one", "<img src=x onerror=alert(1)> <img src=x onload=alert(2)>"),
        "this adds something that runs code: “onerror=alert(1)”, and 1 more"
    );
    assert_eq!(
        asked("a.md", "one", "[x](obsidian://open) `$= x`"),
        "this adds something that runs code: “$= x”; this adds a link that makes a program act: “obsidian://open”"
    );
    // What was there before is nothing new, wherever it is now.
    let old = "![](https://a.example)\n\n<% tp.x %>\n\ntext\n";
    assert_eq!(asked("a.md", old, "other\n\n<% tp.x %> and ![](https://a.example)\n"), "");
    assert!(asked("a.md", old, "![](https://a.example)\n<% tp.x %>\n![](https://a.example)\n").contains("loads"));
    assert!(asked("a.md", old, "![](https://a.example)\n<% tp.y %>\n").contains("runs code"));
    // Code that was only shown, and then is not.
    assert!(asked("a.md", "```js\ndv.x()\n```\n", "```dataviewjs\ndv.x()\n```\n").contains("runs code"));
    assert!(asked("a.md", "````md\n<script>x</script>\n````\n", "<script>x</script>\n").contains("runs code"));
    assert!(asked("a.md", "```dataviewjs\ndv.x()\n```\n", "```dataviewjs\ndv.y()\n```\n").contains("runs code"));
    // Other files.
    assert!(asked("a.base", "views: []", "formulas:\n  x: image(\"https://a.example\")\nviews: []").contains("loads"));
    assert_eq!(asked("scripts/a.js", "a()", "b()"), "this is a script, which plugins may run");
    assert_eq!(asked("a.txt", "a", "![](https://a.example) <script>x</script>"), "");
}

#[test]
fn a_link_to_a_note_that_does_not_exist_yet_is_nothing_to_correct() {
    let mut vault = Vault::of(&[("a.md", "# A\n")]);
    let mut written = |content: &str| {
        let proposal = proposed(&mut vault, "write_file", &json!({ "path": "b.md", "content": content }));
        let Proposal { warnings, always_ask, correctable, .. } = proposal.expect("a proposal");
        (warnings.join("; "), always_ask, correctable)
    };
    assert_eq!(written("[[New]]"), ("the new link to “New” opens no file".to_owned(), false, false));
    let place = "the new link to “a#B” names a heading that a.md does not have";
    assert_eq!(written("[[a#B]]"), (place.to_owned(), false, true));
    assert_eq!(written("[[New]] [[a#B]]"), (format!("{place}; the new link to “New” opens no file"), false, true));
}
