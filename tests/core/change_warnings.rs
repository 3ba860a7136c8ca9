//! What the user is told before a change is approved, and the model afterwards.

use lectern::{Config, Reply, Session};
use serde_json::json;

use crate::support::{Vault, text};

fn call(vault: &mut Vault, tool: &str, args: &serde_json::Value) -> Reply {
    let config = Config { changes: true, ..Config::default() };
    let mut session = Session::new(&config).expect("a valid config");
    vault.call_tool(&mut session, tool, &args.to_string())
}

#[test]
fn what_the_user_should_know_is_said_before_and_told_to_the_model() {
    let note = "---\nstatus: open\n---\n# Bell\n\nIt hangs. ^rope\n\n## Crack\n\nMend it.\n";
    let warned = |old: &str, new: &str| {
        let mut vault = Vault::of(&[("a.md", note)]);
        let reply = call(&mut vault, "edit_file", &json!({ "path": "a.md", "edits": [{ "old": old, "new": new }] }));
        let warnings = vault.proposals.pop().expect("a proposal").warnings;
        assert_eq!(text(&reply).matches("\nwarning: ").count(), warnings.len(), "{}", text(&reply));
        warnings.join("; ")
    };
    assert_eq!(warned("Mend it.", "Mend it soon."), "");
    assert_eq!(warned("Mend it.", "```\nMend it."), "a fence of code is never closed");
    assert_eq!(warned("## Crack", "## Cracks"), "“Crack” will be gone, and links to it lead nowhere");
    assert_eq!(warned(" ^rope", ""), "^rope will be gone, and links to it lead nowhere");
    assert_eq!(warned("status: open", "status: [open"), "the properties can no longer be read");
    assert_eq!(warned("Mend it.", "Mend\u{200b} it."), "new text has invisible characters, such as U+200B");
    assert_eq!(warned("Mend it.", "Mend\\nit."), "new text has \\n as two characters, not as a line break");
    assert_eq!(warned("Mend it.", "A &lt; B"), "new text has HTML entities, such as &lt;");
    assert_eq!(
        warned("status: open", "lectern: false"),
        "this excludes the note: Lectern can't read or change it any more"
    );
    assert_eq!(
        warned("\nIt hangs. ^rope\n\n## Crack\n\nMend it.\n", ""),
        "6 of 10 lines are removed; “Crack”, ^rope will be gone, and links to it lead nowhere"
    );
    let mut vault = Vault::of(&[]);
    call(&mut vault, "write_file", &json!({ "path": "a.md", "content": "```markdown\n# A\n```\n" }));
    assert_eq!(vault.proposals[0].warnings, ["the whole note is inside a fence of code"]);
}
