//! How fast and how large the index of a folder of notes is: run by hand, for it measures and asserts nothing.
//!
//! `LECTERN_VAULT=DIR cargo test --release --test search_speed -- --ignored --nocapture`; in wasm (Node) the folder is
//! named at build time, and the test is not ignored once `LECTERN_VAULT` is set.
#![allow(clippy::cast_precision_loss, clippy::unwrap_used, clippy::format_collect, reason = "a measurement")]

#[cfg(not(target_arch = "wasm32"))]
#[expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a measurement of files needs a clock and files"
)]
mod host {
    use std::time::Instant;

    pub fn now() -> f64 {
        // Of this thread alone, where the system tells it: the machine may be busy.
        let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let spent = spent.split(' ').next().and_then(|spent| spent.parse::<f64>().ok());
        spent.map_or_else(clock, |nanos| nanos / 1e6)
    }

    pub fn clock() -> f64 {
        thread_local!(static START: Instant = Instant::now());
        START.with(|start| start.elapsed().as_secs_f64() * 1000.0)
    }

    pub fn notes() -> Vec<(String, String)> {
        fn within(dir: &std::path::Path, notes: &mut Vec<(String, String)>) {
            for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    within(&path, notes);
                } else if path.extension().is_some_and(|end| end == "md") {
                    notes.extend(std::fs::read_to_string(&path).ok().map(|text| (path.display().to_string(), text)));
                }
            }
        }
        let mut notes = Vec::new();
        within(std::path::Path::new(&std::env::var("LECTERN_VAULT").unwrap_or_default()), &mut notes);
        notes
    }

    pub fn memory() -> usize {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        pages.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or_default() * 4096
    }

    pub fn print(line: &str) {
        println!("{line}");
    }
}

#[cfg(target_arch = "wasm32")]
mod host {
    use wasm_bindgen::prelude::*;

    fn run(body: &str) -> JsValue {
        js_sys::Function::new_no_args(body).call0(&JsValue::NULL).unwrap()
    }

    pub fn now() -> f64 {
        run("const { user, system } = process.cpuUsage(); return (user + system) / 1000").as_f64().unwrap()
    }

    pub fn clock() -> f64 {
        run("return performance.now()").as_f64().unwrap()
    }

    pub fn notes() -> Vec<(String, String)> {
        let dir = option_env!("LECTERN_VAULT").unwrap_or("/nowhere");
        let list = run(&format!(
            "const fs = process.getBuiltinModule('fs'); return fs.readdirSync('{dir}', {{ recursive: true }}).filter((f) => f.endsWith('.md'))"
        ));
        let read = js_sys::Function::new_with_args(
            "file",
            &format!("return process.getBuiltinModule('fs').readFileSync('{dir}/' + file, 'utf8')"),
        );
        js_sys::Array::from(&list)
            .iter()
            .map(|file| (file.as_string().unwrap(), read.call1(&JsValue::NULL, &file).unwrap().as_string().unwrap()))
            .collect()
    }

    pub fn memory() -> usize {
        core::arch::wasm32::memory_size(0) * 65536
    }

    pub fn print(line: &str) {
        wasm_bindgen_test::console_log!("{line}");
    }
}

use lectern::search::index::{Index, Indexing};
use lectern::search::need::Need;
use lectern::search::words::each_word;

fn measure() {
    let notes = host::notes();
    let bytes: usize = notes.iter().map(|(_, text)| text.len()).sum();
    let rate = |ms: f64| bytes as f64 / 1e3 / ms;
    host::print(&format!("{} notes, {:.1} MB", notes.len(), bytes as f64 / 1e6));
    let (start, mut words, mut length) = (host::now(), 0_usize, 0_usize);
    for (_, text) in &notes {
        each_word(text, |word| {
            words += 1;
            length += word.term.len();
        });
    }
    host::print(&format!("words: {:.0} MB/s ({words}, {length} bytes)", rate(host::now() - start)));
    let (start, mut distinct, mut longest_slice) = (host::now(), 0.0_f64, 0.0_f64);
    for (path, text) in &notes {
        let mut note = Indexing::new(path, 0.0, 0.0);
        loop {
            let begin = host::clock();
            let done = note.go_on(text, 256 * 1024);
            longest_slice = longest_slice.max(host::clock() - begin);
            if done {
                break;
            }
        }
        distinct += 1.0;
    }
    host::print(&format!(
        "taken apart: {:.0} MB/s ({distinct}), longest {longest_slice:.1} ms",
        rate(host::now() - start)
    ));
    let (before, start, mut longest_put) = (host::memory(), host::now(), 0.0_f64);
    let mut index = Index::default();
    for (path, text) in &notes {
        let mut note = index.begin(path, text.len() as f64, 0.0);
        while !note.go_on(text, 256 * 1024) {}
        let begin = host::clock();
        index.put(note);
        longest_put = longest_put.max(host::clock() - begin);
    }
    let (begin, mut longest_settle) = (host::now(), 0.0_f64);
    loop {
        let begin = host::clock();
        let more = index.settle(20_000);
        longest_settle = longest_settle.max(host::clock() - begin);
        if !more {
            break;
        }
    }
    host::print(&format!("settled at the end: {:.0} ms, longest {longest_settle:.1} ms", host::now() - begin));
    host::print(&format!("index: {:.0} MB/s, longest put {longest_put:.1} ms", rate(host::now() - start)));
    let ratio = |size: usize| size as f64 / bytes as f64;
    host::print(&format!(
        "memory: bytes() {:.3} of the text; by the system {:.3}",
        ratio(index.bytes()),
        ratio(host::memory() - before)
    ));
    queries(&index, &common(&notes));
    let (start, mut slices, mut longest) = (host::now(), 0, 0.0_f64);
    let paths: Vec<&str> = notes.iter().map(|(path, _)| path.as_str()).collect();
    for path in paths.iter().step_by(2) {
        index.remove(path);
    }
    host::print(&format!("{} removed: {:.1} ms", paths.len() / 2, host::now() - start));
    let start = host::now();
    loop {
        let begin = host::clock();
        let more = index.tidy(20_000);
        longest = longest.max(host::clock() - begin);
        slices += 1;
        if !more {
            break;
        }
    }
    host::print(&format!("tidied: {:.0} ms in {slices} slices, longest {longest:.1} ms", host::now() - start));
    let many: String = (0..100_000).map(|word| format!("word{word}x ")).collect();
    let mut note = Indexing::new("many.md", 0.0, 0.0);
    while !note.go_on(&many, 256 * 1024) {}
    let start = host::clock();
    index.put(note);
    while index.settle(20_000) {}
    host::print(&format!("put of 100,000 distinct new words: {:.1} ms", host::clock() - start));
}

/// The five words that are in the most notes, of a part of them.
fn common(notes: &[(String, String)]) -> Vec<String> {
    let mut counts = std::collections::HashMap::<String, usize>::new();
    for (_, text) in notes.iter().step_by(50) {
        let mut terms = std::collections::HashSet::new();
        each_word(text, |word| {
            terms.insert(word.term.to_owned());
        });
        for term in terms {
            *counts.entry(term).or_default() += 1;
        }
    }
    let mut words: Vec<(usize, String)> = counts.into_iter().map(|(term, count)| (count, term)).collect();
    words.sort_by(|a, b| b.cmp(a));
    words.into_iter().take(5).map(|(_, term)| term).collect()
}

fn queries(index: &Index, common: &[String]) {
    let time = |name: &str, what: &dyn Fn() -> usize| {
        let mut times: Vec<f64> = (0..9)
            .map(|_| {
                let start = host::clock();
                what();
                host::clock() - start
            })
            .collect();
        times.sort_by(f64::total_cmp);
        host::print(&format!("{name}: {:.2} ms ({} notes)", times[2], what()));
    };
    let rare = vec![common[0].clone(), "zzzzqq".to_owned()];
    time("5 common words", &|| index.search(common, None, &mut |_| true).len());
    time("1 common word", &|| index.search(&common[..1], None, &mut |_| true).len());
    time("an unfinished word", &|| index.search(&rare, None, &mut |_| true).len());
    time("one character", &|| index.search(&["日".to_owned()], None, &mut |_| true).len());
    for literal in ["zzzzqq", "tra", "picring", "ed fro"] {
        let need = Need::Literal(literal.to_owned());
        time(&format!("literal {literal:?}"), &|| index.candidates(&need).map_or(usize::MAX, |notes| notes.len()));
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
#[ignore = "measures a folder: LECTERN_VAULT"]
fn measure_a_vault() {
    measure();
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen_test::wasm_bindgen_test]
fn measure_a_vault() {
    if option_env!("LECTERN_VAULT").is_some() {
        measure();
    }
}
