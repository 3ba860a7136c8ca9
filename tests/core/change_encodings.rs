//! Changes to notes in other encodings than UTF-8, or with a byte order mark.

use lectern::{ChangeMade, Config, ErrorCode, Reply};
use serde_json::json;

use crate::support::changed_vault::edit_args;
use crate::support::{Vault, assert_ends, closing, code, opened, text};

fn write(vault: &mut Vault, args: &serde_json::Value) -> Reply {
    vault.change("write_file", args)
}

fn change(reply: &Reply) -> &ChangeMade {
    reply.structured_content.change.as_deref().unwrap_or_else(|| panic!("a change was expected, not {reply:?}"))
}

#[test]
fn encodings_and_byte_order_marks_stay() {
    let utf16: Vec<u8> =
        [0xfe, 0xff].into_iter().chain("Ärger\r\nzwei\r\n".encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let mut vault = Vault::default().with("a.md", utf16).with("b.md", "\u{feff}one\n");
    assert!(!vault.edit("a.md", "zwei\n", "drei\nvier\n").is_error);
    let expected = "Ärger\r\ndrei\r\nvier\r\n".encode_utf16().flat_map(u16::to_be_bytes);
    assert_eq!(vault.content("a.md").unwrap(), [0xfe, 0xff].into_iter().chain(expected).collect::<Vec<u8>>());
    assert!(!vault.edit("b.md", "one", "two").is_error);
    assert_eq!(vault.content("b.md").unwrap(), "\u{feff}two\n".as_bytes());
    let mut broken = Vault::default().with("a.md", b"one\n\xff\n".to_vec());
    assert_eq!(code(&broken.edit("a.md", "one", "two")), ErrorCode::Unsupported);
    let mut late = Vault::default().with("a.md", [vec![b'a'; 9000], vec![0xff]].concat());
    // It is read in an older encoding, and found there.
    assert_eq!(code(&late.edit("a.md", "aaa", "b")), ErrorCode::NoMatch);
    assert!(broken.writes.is_empty() && late.writes.is_empty());
}

/// `text` in windows-1252, of which this knows a few characters.
fn windows_1252(text: &str) -> Vec<u8> {
    let byte = |char: char| match char {
        '€' => 0x80,
        '–' => 0x96,
        '“' => 0x93,
        '”' => 0x94,
        char => u8::try_from(char).expect("a character of windows-1252"),
    };
    text.chars().map(byte).collect()
}

#[test]
fn an_older_encoding_keeps_every_byte_outside_the_edit() {
    let before = "# Café Glöckner\r\n\r\nDie Glocke hängt im Turm – sie läutet täglich.\nGrün, schön und süß: 5 €.\r\n";
    let mut vault = Vault::default().with("a.md", windows_1252(before));
    let read = vault.change("read_file", &json!({ "path": "a.md" }));
    assert!(text(&read).contains("[version ") && text(&read).contains("windows-1252"), "{}", text(&read));
    let reply = vault.edit("a.md", "im Turm – sie läutet täglich.", "“dort” – für 7 €\nund läutet.");
    let after = before.replace("im Turm – sie läutet täglich.", "“dort” – für 7 €\nund läutet.");
    assert_eq!(vault.content("a.md").unwrap(), windows_1252(&after), "{}", text(&reply));
    // The reply has the version that reading it shows.
    let version = change(&reply).version.clone().unwrap();
    let read = vault.change("read_file", &json!({ "path": "a.md" }));
    assert_ends(&read, &format!("[version {version}]"));
    // A character that the encoding lacks is named.
    let reply = vault.edit("a.md", "hängt", "hängt → dort");
    assert_eq!(
        text(&reply),
        "error[unsupported]: U+2192 \"→\" isn't in windows-1252, the encoding of \"a.md\"\n\
         help: write it with other characters, or ask the user to convert the file to UTF-8"
    );
    // So is a change after which it would be read as something else.
    let mut short = Vault::default().with("b.md", windows_1252(&before.replace(|c: char| c > '~' && c != 'é', "e")));
    let reply = short.edit("b.md", "Café", "CafÃ©");
    assert_eq!((code(&reply), short.writes.len()), (ErrorCode::Unsupported, 0), "{}", text(&reply));
    // Other tools, and text that is added.
    let reply = vault.change("edit_file", &json!({ "path": "a.md", "append": "Schluß" }));
    assert!(vault.content("a.md").unwrap().ends_with(b".\r\nSchlu\xdf\r\n"), "{}", text(&reply));
    vault.change("edit_properties", &json!({ "path": "a.md", "set": { "ort": "Köln" } }));
    assert!(vault.content("a.md").unwrap().starts_with(b"---\r\nort: K\xf6ln\r\n---\r\n# Caf\xe9"));
    // Encodings with several bytes a character are read, but not written.
    let japanese = encoding_rs::SHIFT_JIS.encode(&"鐘は塔にかかっている。毎日鳴る。\n".repeat(9)).0.into_owned();
    let mut vault = Vault::default().with("a.md", japanese);
    let reply = vault.edit("a.md", "毎日", "毎週");
    assert!(text(&reply).contains("is read as Shift_JIS") && vault.writes.is_empty(), "{}", text(&reply));
}

#[test]
fn a_tag_in_an_older_encoding_closes_a_note_to_changes() {
    let rules = Config { changes: true, ..closing(&[], &["geschützt"]) };
    let note = "# Café Glöckner\n\nDie Glocke hängt im Turm und läutet täglich für süße Grüße.\n#geschützt\n";
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(note.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for bytes in [windows_1252(note), utf16] {
        let mut vault = Vault::default().with("a.md", bytes);
        let args = edit_args("a.md", "Turm", "Dorf").to_string();
        let reply = vault.call_tool(&mut opened(&rules), "edit_file", &args);
        assert!(reply.is_error && vault.proposals.is_empty(), "{}", text(&reply));
    }
}

#[test]
fn a_byte_order_mark_from_a_model_is_dropped() {
    let mut vault = Vault::of(&[("a.md", "one\n"), ("b.md", "\u{feff}one\n")]);
    for path in ["a.md", "b.md"] {
        let version = vault.version_of(path);
        write(&mut vault, &json!({ "path": path, "content": "\u{feff}two\n", "expect": version }));
    }
    write(&mut vault, &json!({ "path": "c.md", "content": "\u{feff}three\n" }));
    vault.edit("c.md", "three", "\u{feff}3");
    assert_eq!(vault.text_at("a.md"), Some("two\n"));
    assert_eq!(vault.content("b.md").unwrap(), "\u{feff}two\n".as_bytes());
    assert_eq!(vault.text_at("c.md"), Some("3\n"));
}
