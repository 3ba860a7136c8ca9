//! Finds the main text of a saved page, and puts it first: menus, sidebars and footers follow it.
//!
//! The main text is in the innermost container that has nearly all of the page's running text. Nothing is left out, and
//! a page without such a container stays as it is.
//!
//! Of a saved web page, menus and footers are moved behind the main text, never left out.

use std::iter::once;
use std::ops::Range;

use lectern_base::Document;
use lectern_base::sort::sort_by_key;

use super::tokenizer::Attributes;
use crate::draft::Draft;

/// Minimum length in bytes of a text that runs on, unlike the entries of a menu.
const MIN_RUN_BYTES: usize = 40;
/// Minimum running text of a page in bytes. A page with less is a form, a list or a table.
const MIN_PAGE_BYTES: usize = 500;
/// The share of the running text that is in the main text, and of all text outside links, in percent.
const MIN_SHARE: (usize, usize) = (85, 60);
/// A menu or sidebar in the main text with more than one in this many bytes of it belongs to it.
const ASIDE_SHARE: usize = 5;
/// Maximum depth of containers. Deeper ones are not told apart.
const MAX_DEPTH: usize = 128;
/// Maximum number of containers that are kept. A page with more stays as it is.
const MAX_KEPT: usize = 20_000;
/// Maximum length of a page in bytes: it is copied.
const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The containers, which all have an end tag.
const CONTAINERS: [&[u8]; 10] =
    [b"div", b"section", b"article", b"main", b"center", b"form", b"header", b"nav", b"aside", b"footer"];

/// A container with its lines and its text.
#[derive(Debug, Default)]
struct Container {
    /// Its index in [`CONTAINERS`].
    kind: usize,
    lines: Range<u32>,
    /// Its bytes of running text outside links, menus and sidebars.
    running: usize,
    /// The same with short texts.
    text: usize,
    /// Whether it is a menu, a sidebar or a footer, or in one.
    is_aside: bool,
    /// Whether it has lines of its own.
    has_lines: bool,
}

/// The containers of a page.
#[derive(Debug, Default)]
pub(super) struct Containers {
    /// The open ones.
    open: Vec<Container>,
    /// Those that may have the main text, inner ones first.
    kept: Vec<Container>,
    /// Menus, sidebars and footers, outermost only.
    asides: Vec<Container>,
    /// The number of open ones that are too deep.
    too_deep: usize,
    /// The text since the last start or end of a block, without links.
    run: usize,
    /// The text outside all containers.
    page: Container,
}

impl Containers {
    /// Adds text outside links.
    pub fn text(&mut self, text: &str) {
        self.run += text.trim().len();
    }

    /// The start or the end of a block.
    pub fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let container = self.open.last_mut().unwrap_or(&mut self.page);
        container.text += run;
        container.running += if run < MIN_RUN_BYTES || container.is_aside { 0 } else { run };
    }

    /// The start of an element whose text begins in the line after `line`.
    pub fn start(&mut self, name: &[u8], attributes: &Attributes, line: u32, has_lines: bool) {
        let Some(kind) = CONTAINERS.iter().position(|known| *known == name) else { return };
        if self.open.len() == MAX_DEPTH {
            self.too_deep += 1;
            return;
        }
        let is_inner = self.open.last().is_some_and(|container| container.is_aside);
        let role = attributes.get("role");
        let is_aside = is_inner
            || matches!(name, b"nav" | b"aside" | b"footer")
            || role.is_some_and(|role| {
                matches!(&*role, "navigation" | "complementary" | "contentinfo" | "banner" | "search" | "menu")
            });
        self.open.push(Container { kind, lines: line..line, is_aside, has_lines, ..Container::default() });
    }

    /// The end of an element whose text ends in `line`.
    pub fn end(&mut self, name: &[u8], line: u32) {
        let Some(kind) = CONTAINERS.iter().position(|known| *known == name) else { return };
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if let Some(depth) = self.open.iter().rposition(|container| container.kind == kind) {
            while self.open.len() > depth {
                self.close(line);
            }
        }
    }

    fn close(&mut self, line: u32) {
        let Some(mut container) = self.open.pop() else { return };
        container.lines.end = line;
        let around = self.open.last_mut().unwrap_or(&mut self.page);
        if container.is_aside {
            if around.is_aside {
                around.text += container.text;
            } else if container.has_lines {
                self.asides.push(container);
            }
            return;
        }
        around.running += container.running;
        around.text += container.text;
        // What has too little of this one has too little of the page.
        while self.kept.last().is_some_and(|inner| {
            inner.lines.start >= container.lines.start && !is_share(inner.running, container.running, MIN_SHARE.0)
        }) {
            self.kept.pop();
        }
        if container.has_lines && container.running * 100 >= MIN_PAGE_BYTES * MIN_SHARE.0 {
            self.kept.push(container);
        }
    }

    /// Puts the main text of the page first.
    pub fn sort(mut self, document: &mut Document, has_title: bool) {
        if document.text.len() > MAX_PAGE_BYTES {
            return;
        }
        let count = u32::try_from(document.text.lines().count()).unwrap_or(u32::MAX);
        self.end_run();
        while !self.open.is_empty() {
            self.close(count);
        }
        let page = &mut self.page;
        page.lines = u32::from(has_title)..count;
        let is_known = page.running >= MIN_PAGE_BYTES && self.kept.len().max(self.asides.len()) <= MAX_KEPT;
        if !is_known {
            return;
        }
        let has_share = |container: &&Container| {
            is_share(container.running, page.running, MIN_SHARE.0) && is_share(container.text, page.text, MIN_SHARE.1)
        };
        let main = self.kept.iter().find(has_share).unwrap_or(page);
        let is_inside = |aside: &&Container| {
            main.lines.start <= aside.lines.start
                && aside.lines.end <= main.lines.end
                && aside.text * ASIDE_SHARE <= main.running
        };
        let mut first: Vec<_> = once(0..page.lines.start).collect();
        let mut rest: Vec<_> = once(page.lines.start..main.lines.start).collect();
        let mut at = main.lines.start;
        for aside in self.asides.iter().filter(is_inside) {
            first.push(at..aside.lines.start);
            rest.push(aside.lines.clone());
            at = aside.lines.end;
        }
        first.push(at..main.lines.end);
        rest.push(main.lines.end..count);
        order(document, &first, &rest);
    }
}

fn is_share(part: usize, whole: usize, percent: usize) -> bool {
    part * 100 >= whole * percent
}

/// Writes the lines of `first`, and then those of `rest` below a line that says so.
fn order(document: &mut Document, first: &[Range<u32>], rest: &[Range<u32>]) {
    let lines: Vec<&str> = document.text.lines().collect();
    let of = |range: &Range<u32>| lines.get(range.start as usize..range.end as usize).unwrap_or_default();
    let has_text = |range: &&Range<u32>| of(range).iter().any(|line| !line.is_empty());
    // What only follows the main text does not hide it.
    if !rest.iter().rev().skip(1).any(|range| has_text(&range)) {
        return;
    }
    let mut draft = Draft::default();
    // Where each line is now.
    let mut moved = vec![0; lines.len() + 1];
    for (ranges, is_rest) in [(first, false), (rest, true)] {
        if is_rest {
            draft.blank();
            draft.line(REST);
            draft.note(format!("the main text comes first: menus and the like follow from line {} on", draft.lines()));
        }
        for range in ranges.iter().filter(has_text) {
            draft.blank();
            let blank = of(range).iter().take_while(|line| line.is_empty()).count();
            let end = of(range).iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
            for at in range.start as usize + blank..range.start as usize + end {
                draft.line(lines[at]);
                moved[at] = draft.lines();
            }
        }
    }
    let mut sorted = draft.finish();
    sorted.parts = std::mem::take(&mut document.parts);
    for part in &mut sorted.parts {
        part.line = *part.line.checked_sub(1).and_then(|at| moved.get(at as usize)).unwrap_or(&part.line);
    }
    sort_by_key(&mut sorted.parts, |part| part.line);
    sorted.notes.append(&mut document.notes);
    sorted.encoding = document.encoding.take();
    *document = sorted;
}

/// The line between the main text and the rest.
const REST: &str = "[menus, sidebars and footers of the page:]";
