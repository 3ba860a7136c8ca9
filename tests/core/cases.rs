//! The contract as data: every folder in `tests/cases/TOOL` is a vault, a call and its reply to the letter.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the cases lie on disk; only the core has none"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lectern::{Config, Context};
use serde::Deserialize;
use serde_json::Value;

use crate::support::{Vault, opened, text, vault_path};

/// A `call.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    args: Value,
    #[serde(default)]
    config: Settings,
    /// When files were changed, in milliseconds since 1970; all others at [`CHANGED`].
    #[serde(default)]
    changed: BTreeMap<String, f64>,
    /// The user's date; unknown if left out.
    #[serde(default)]
    today: Option<String>,
}

/// Noon of March 1st, 2025, UTC: when the files of a case were changed.
const CHANGED: f64 = 1_740_830_400_000.0;

/// What a case sets of the config.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Settings {
    max_bytes: Option<f64>,
    #[serde(default)]
    closed_tags: Vec<String>,
    #[serde(default)]
    protected: Vec<String>,
}

#[test]
fn every_case_ends_in_its_reply() {
    let mut failures = Vec::new();
    for (tool, least) in [("read_file", 60), ("list_files", 15), ("search_notes", 60), ("links", 6)] {
        let folders = entries(&Path::new("tests/cases").join(tool));
        for folder in &folders {
            if let Err(failure) = check(tool, folder) {
                failures.push(format!("{}\n{failure}", folder.display()));
            }
        }
        assert!(folders.len() >= least, "only {} cases of {tool} were found", folders.len());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn check(tool: &str, folder: &Path) -> Result<(), String> {
    let call: Call = serde_json::from_str(&read(folder, "call.json")).expect("call.json is a call");
    let mut config =
        Config { protected: call.config.protected, closed_tags: call.config.closed_tags, ..Config::default() };
    config.max_bytes = call.config.max_bytes.unwrap_or(config.max_bytes);
    let mut session = opened(&config);
    let vault = load(Vault::default(), &folder.join("vault"), "").changed_at(CHANGED);
    let mut vault = call.changed.iter().fold(vault, |vault, (path, mtime)| vault.with_mtime(path, *mtime));

    let context = Context { today: call.today, ..Context::default() };
    let step = session.start_within(&context, tool, &call.args.to_string());
    let reply = vault.run(&mut session, step);

    let expected = read(folder, "reply.txt");
    let expected = expected.strip_suffix('\n').expect("reply.txt ends in a line break");
    if text(&reply) != expected {
        return Err(format!("expected text: {expected:?}\n        given: {:?}", text(&reply)));
    }
    let structured = serde_json::to_value(&reply.structured_content).expect("a reply is JSON");
    if !folder.join("reply.json").exists() {
        return Ok(());
    }
    let expected: Value = serde_json::from_str(&read(folder, "reply.json")).expect("reply.json is JSON");
    let (expected, structured) = (as_in_json(expected), as_in_json(structured));
    if structured == expected { Ok(()) } else { Err(format!("expected: {expected}\n   given: {structured}")) }
}

/// The same value with all numbers alike: JSON does not tell 2 from 2.0.
fn as_in_json(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(values) => values.into_iter().map(as_in_json).collect(),
        Value::Object(values) => values.into_iter().map(|(key, value)| (key, as_in_json(value))).collect(),
        other => other,
    }
}

/// `vault` with all files of the folder `on_disk`, which is `path` in the vault.
fn load(vault: Vault, on_disk: &Path, path: &str) -> Vault {
    if !on_disk.exists() {
        return vault;
    }
    entries(on_disk).iter().fold(vault, |vault, entry| {
        let name = entry.file_name().and_then(|name| name.to_str()).expect("names are UTF-8");
        let path = vault_path(&format!("{path}/{name}"));
        if entry.is_dir() {
            load(vault, entry, &path)
        } else {
            vault.with(&path, fs::read(entry).expect("a file can be read"))
        }
    })
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    // Finder leaves these behind.
    paths.retain(|path| !path.ends_with(".DS_Store"));
    paths.sort();
    paths
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the case has this file")
}
