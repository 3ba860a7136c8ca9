//! Drawings of Excalidraw as every tool sees them: a line has the same number everywhere, and the data is not found.

use lectern::Reply;
use serde_json::json;

use crate::support::changed_vault::edit_args;
use crate::support::notes::{paths, search};
use crate::support::{Vault, assert_ends, assert_says, changing, session, text};

/// Two shapes with the texts `Stärt` and `End`, an arrow between them, two strokes, an image and a stroke that was deleted,
/// as the plugin compresses it.
const COMPRESSED: &str = "N4IgLgngDgpiBcIYA8DGBDANgSwCYCd0B3EAGhADcZ8BnbAewDsEAmcmTGAWxkbBoQBtUHgQh8ARjLhocRPhiow6RgHNO05AgAM5\
    CDvJE8YABYIJ23SBMxsqk2AQA2bQF9SI3GLBTykWN4ojn5BYgDKYAAn+MEgqEzK2IzUAJJe8r4gWvAWeuZsIEa4pggArFY2dg6sb\
    h4govIs0v5ySJg4UDRw5NkAzJZ58FZFJTkD1rb2jvAu7p7eTX6ygcixYKGIAKKMXuTxfOhJqenii1kIvbkg+mOGxmbw5eSVUzVz9\
    SfozcuI6Pj49BIPXM4xu/XINGUMQAQklcElVAhQBxuLwwGkxJIQO4kDtYTsEUi2qi+BjGtj2DsAIL/QE2dCfWlAkCQv5gGkAoj09\
    KMACu7XeDRAADNMi0xMKFDACMRNGVBqVyFB6El+EJBLptABdUiCCSkCQ6wRsAAsRt6pAAnEaTQanFqtYKTsKzuLEJKYNLCMzsorr\
    vKQMrVQJ4II9aQWA6nWJsN8AohsFx0KpuudHgryMLsJwySBtOgJAAjFioCnzd29OOtD1e2XkbA0AAiKPW6TA+F5MFcOpAjHo6zEg\
    FPTQA05oA8qIABIAie0A6trjwC8G4AAPexQA";
const SHOWN: &str = "[2 strokes, 1 image, 2 shapes, 1 arrow]";

fn drawing(kind: &str) -> String {
    json!({"type": "excalidraw", "elements": [{"id": "s", "type": kind, "x": 0, "y": 0}]}).to_string()
}

/// A drawing's note in the form of today, with `data` in its fence.
fn note(language: &str, data: &str) -> String {
    format!(
        "---\n\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n\n---\n\
         ==\u{26a0}  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. \u{26a0}== You can decompress\n\n\n\
         My own words.\n- [ ] buy pencils\n\n\n\n# Excalidraw Data\n\n## Text Elements\nSt\u{e4}rt ^abcd1234\n\n\
         End\nof line ^efgh5678\n\n## Element Links\nabcd1234: [[Other note]]\n\n## Embedded Files\n\
         0a1b2c: [[cat.png]]\n\n%%\n## Drawing\n```{language}\n{data}\n```\n%%\n"
    )
}

/// Drawings by their paths.
fn drawings() -> Vec<(&'static str, String)> {
    let without_texts = "---\nexcalidraw-plugin: raw\n---\n\n%%\n# Drawing\n```json\n";
    // As the plugin does.
    let wrapped = [&COMPRESSED[..256], &COMPRESSED[256..]].join("\n\n");
    vec![
        ("Packed.md", note("compressed-json", &wrapped)),
        ("Named.excalidraw.md", note("compressed-json", COMPRESSED).replace("excalidraw-plugin: parsed\n", "")),
        ("Plain.md", note("json", &drawing("freedraw"))),
        ("Broken.md", note("json", "{\"elements\": [{\"type\": \"freedraw\"")),
        ("Damaged.md", note("compressed-json", &COMPRESSED[..100])),
        ("Endless.md", note("compressed-json", COMPRESSED).replace("\n```\n%%\n", "")),
        ("Windows.md", note("compressed-json", COMPRESSED).replace('\n', "\r\n")),
        ("Followed.md", note("compressed-json", COMPRESSED) + "\nBelow the drawing.\n"),
        ("Commented.md", note("compressed-json", COMPRESSED).replace("# Excalidraw Data", "%%\n# Excalidraw Data")),
        ("Fenced.md", note("compressed-json", COMPRESSED).replace("My own words.", "```js\nlet code;")),
        ("Strokes.md", format!("{without_texts}{}\n```\n%%", drawing("freedraw"))),
        ("Empty.md", format!("{without_texts}{{}}\n```\n%%\n")),
        ("None.md", "---\nexcalidraw-plugin: parsed\n---\nNo data.\n".to_owned()),
    ]
}

fn vault() -> Vault {
    drawings().into_iter().fold(Vault::default(), |vault, (path, text)| vault.with(path, text))
}

/// The numbered lines of a reply about one file.
fn lines(reply: &Reply) -> Vec<(usize, String)> {
    let line = |line: &str| line.split_once(": ").and_then(|(at, text)| Some((at.parse().ok()?, text.to_owned())));
    text(reply).lines().filter_map(line).collect()
}

fn read(vault: &mut Vault, path: &str) -> Reply {
    vault.call(&mut session(), &json!({ "path": path }).to_string())
}

#[test]
fn a_search_finds_each_line_that_is_read_under_its_number() {
    let (mut vault, mut session) = (vault(), session());
    for (path, _) in drawings() {
        let read = lines(&read(&mut vault, path));
        assert!(read.iter().any(|(_, line)| !line.is_empty()), "{path}");
        for (number, line) in read.into_iter().filter(|(_, line)| !line.trim().is_empty()) {
            let query = format!("^{}$", regex_of(&line));
            let found = search(&mut vault, &mut session, &json!({ "query": query, "mode": "regex", "path": path }));
            assert!(lines(&found).contains(&(number, line)), "{path}:{number} {}", text(&found));
        }
    }
}

fn regex_of(line: &str) -> String {
    line.chars().map(|c| if "[](){}|+*?.^$\\#-&~".contains(c) { format!("\\{c}") } else { c.to_string() }).collect()
}

#[test]
fn every_line_has_the_number_that_it_has_in_the_file() {
    let mut vault = vault();
    for (path, file) in drawings() {
        let file: Vec<_> = file.lines().collect();
        let mut same = 0;
        for (number, line) in lines(&read(&mut vault, path)) {
            if file.get(number - 1) == Some(&&*line) {
                same += usize::from(!line.is_empty());
            } else {
                // Only what the plugin needs, and what its data shows, differ.
                let is_shown = line.is_empty() || line == SHOWN || line.starts_with("[1 ") || line.contains("-> ");
                assert!(is_shown || line == "## Arrows", "{path}:{number} {line}");
            }
        }
        assert!(same > 0, "{path}");
    }
    let below = drawings()[7].1.lines().position(|line| line == "Below the drawing.").unwrap() + 1;
    assert!(lines(&read(&mut vault, "Followed.md")).contains(&(below, "Below the drawing.".to_owned())));
}

#[test]
fn the_data_is_not_found() {
    let (mut vault, mut session) = (vault(), session());
    for words in ["freedraw", "compressed", "json", "decompress"] {
        let found = search(&mut vault, &mut session, &json!({ "query": words }));
        assert_eq!(paths(&found), Vec::<String>::new(), "{words}");
    }
    for word in ["compressed-json", "\"type\"", "EXCALIDRAW VIEW", "N4IgLgngDgpiBcIYA8DGBDANgSw"] {
        let found = search(&mut vault, &mut session, &json!({ "query": word, "mode": "regex" }));
        assert_eq!(paths(&found), Vec::<String>::new(), "{word}");
    }
}

#[test]
fn a_drawing_says_how_much_it_has_besides_text() {
    let mut vault = vault();
    let reply = read(&mut vault, "Packed.md");
    let shown: Vec<_> = lines(&reply).into_iter().map(|(_, line)| line).skip(28).collect();
    assert_eq!(shown, ["", "", SHOWN, "", "## Arrows", "", "\"St\u{e4}rt\" -> \"End\""]);
    assert!(text(&read(&mut vault, "Strokes.md")).ends_with("7: [1 stroke]"));
    let broken = read(&mut vault, "Broken.md");
    assert_says(&broken, "\n[the data of the drawing is broken: invalid JSON: unexpected end");
    assert!(text(&read(&mut vault, "Damaged.md")).ends_with("[the data of the drawing is cut off]"));
}

#[test]
fn tasks_and_outlines_have_the_same_numbers() {
    let (mut vault, mut session) = (vault(), session());
    let found = search(&mut vault, &mut session, &json!({ "tasks": "open", "path": "Packed.md" }));
    assert_eq!(lines(&found), [(11, "- [ ] buy pencils".to_owned())]);
    let outline = vault.call(&mut session, r#"{"path": "Packed.md", "view": "outline"}"#);
    assert_says(&outline, "15-32:   Excalidraw Data");
}

#[test]
fn a_change_leaves_the_data_as_it_is() {
    let mut vault = vault();
    let reply = vault.call(&mut changing(), r#"{"path": "Packed.md"}"#);
    let version = reply.structured_content.files[0].version.clone().expect("a version");
    let edits = json!([{ "old": "St\u{e4}rt ^abcd1234", "new": "Begin ^abcd1234" }]);
    let args = json!({ "path": "Packed.md", "expect": version, "edits": edits }).to_string();
    let reply = vault.call_tool(&mut changing(), "edit_file", &args);
    assert_ends(&reply, "\n18: Begin ^abcd1234");
    let expected = drawings()[0].1.replace("St\u{e4}rt", "Begin");
    assert_eq!(vault.content("Packed.md").unwrap(), expected.as_bytes());

    let refused = |vault: &mut Vault, tool: &str, args: &serde_json::Value| {
        let reply = vault.call_tool(&mut changing(), tool, &args.to_string());
        assert_says(&reply, "is a drawing, whose data this would change");
    };
    refused(&mut vault, "edit_file", &edit_args("Plain.md", "freedraw", "line"));
    let reply = vault.call_tool(&mut changing(), "read_file", r#"{"path": "Plain.md"}"#);
    let version = reply.structured_content.files[0].version.clone();
    refused(&mut vault, "write_file", &json!({ "path": "Plain.md", "content": "All new.\n", "expect": version }));
}

#[test]
fn a_move_updates_the_links_of_drawings() {
    let mut vault = vault().with("Other note.md", "x").with("Link.md", "[[Packed#^abcd1234]]\n");
    let args = r#"{"from": "Other note.md", "to": "Notes/New name.md"}"#;
    let reply = vault.call_tool(&mut changing(), "move_file", args);
    assert!(!reply.is_error, "{}", text(&reply));
    // In the others, the link is in a comment or in code.
    for (path, before) in drawings().into_iter().filter(|(path, _)| !["Commented.md", "Fenced.md"].contains(path)) {
        let expected = before.replace("[[Other note]]", "[[New name]]");
        assert_eq!(str::from_utf8(vault.content(path).unwrap()), Ok(&*expected), "{path}");
    }
    let reply = vault.call_tool(&mut changing(), "move_file", r#"{"from": "Packed.md", "to": "C.md"}"#);
    assert!(!text(&reply).contains("warning"), "{}", text(&reply));
}
