//! Outlines, and whole calls of `read_file`: the way from a file of a vault to the reply.

use lectern::{Config, Content, Context, Numbering, Session};
use serde_json::json;

use super::super::checks::ensure;
use super::super::drive::{Target, drive};
use super::super::random::Random;
use super::super::seed::Seed;
use super::super::seeds::{code, encodings, json as notebooks, pictures, rules, sheets, web, word};
use super::super::support::Vault;

#[test]
fn outlines_of_all_languages() {
    let check = |bytes: &[u8], mut random: Random| {
        let name = *random.pick(code::NAMES);
        let mut session = Session::new(&Config::default()).expect("the default can be used");
        let args = json!({ "path": name, "view": "outline" }).to_string();
        let reply = Vault::default().with(name, bytes).call(&mut session, &args);
        let [Content::Text { text }] = &*reply.content else { return Ok(()) };
        if reply.is_error {
            return Ok(());
        }
        ensure(text.len() <= 110_000, || format!("{} bytes of outline", text.len()))?;
        let total = reply.structured_content.files.first().map_or(0, |file| file.total_lines);
        for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
            let (lines, _) = line.split_once(": ").ok_or_else(|| format!("{name}: an entry like {line:?}"))?;
            let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
            let (first, last): (u32, u32) = match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) => (first, last),
                _ => return Err(format!("{name}: an entry like {line:?}")),
            };
            ensure(1 <= first && first <= last && last <= total, || format!("{name}: {line:?} of {total} lines"))?;
        }
        Ok(())
    };
    drive(Target { name: "outlines", cases: 600, seeds: code::seeds(), grammar: code::GRAMMAR, check });
}

#[test]
fn calls_of_the_tool() {
    let check = |bytes: &[u8], mut random: Random| {
        let name = if random.one_in(3) { *random.pick(code::NAMES) } else { *random.pick(pictures::NAMES) };
        let config = Config {
            max_bytes: [0.0, 1.0, 200.0, 102_400.0][random.below(4)],
            max_lines: [None, None, Some(0.0), Some(7.0)][random.below(4)],
            ..Config::default()
        };
        let context = Context {
            max_tokens: [None, None, Some(0.0), Some(300.0)][random.below(4)],
            numbering: if random.one_in(2) { Numbering::All } else { Numbering::Compact },
            ..Context::default()
        };
        let mut session = Session::new(&config).expect("its limits are whole numbers");
        let mut vault = Vault::default().with(name, bytes).with("other.md", "# Other\n\ntext\n");
        let view = *random.pick(&["content", "outline", "image"]);
        let args = match random.below(3) {
            0 => json!({ "path": name, "view": view }),
            1 => {
                json!({ "path": name, "start_line": random.below(9) + 1, "end_line": -1, "start_column": random.below(9) + 1 })
            }
            _ => json!({ "files": [{ "path": name }, { "path": "other.md" }, { "path": name, "start_line": -3 }] }),
        };
        let step = session.start_within(&context, "read_file", &args.to_string());
        let reply = vault.run(&mut session, step);
        ensure(!reply.content.is_empty(), || "a reply without content".to_owned())?;
        ensure(
            reply.is_error == reply.structured_content.error.is_some() || reply.structured_content.files.len() > 1,
            || format!("an error that is none: {:?}", reply.structured_content.error),
        )
    };
    let seeds = [
        code::seeds(),
        encodings::seeds(),
        pictures::seeds(),
        rules::seeds(),
        web::seeds(),
        notebooks::notebooks(),
        notebooks::drawings(),
        vec![Seed::Bytes(word::seeds()[0].bytes()), Seed::Bytes(sheets::excel()[0].bytes())],
    ];
    drive(Target { name: "calls", cases: 400, seeds: seeds.concat(), grammar: code::GRAMMAR, check });
}
