//! A passage: the requested lines of a file, and the page that is made of them once the space is known.

use super::contents::Contents;
use super::notice::{self, Name, Notices};
use crate::limits::{Bounds, LINE_JOIN};
use crate::text::outline::{Language, language_of};
use crate::text::suspicious;
use crate::text::{Amount, Excerpt, Limit, LineRange, NotText, Page, Shown, Span, SpanError, own};
use crate::tool::file_text::Content;
use crate::wire::reply::{FileShown, Layout, LineRun, Next};

/// The text for a file without lines.
const EMPTY: &str = "[empty file]";
const NO_TEXT: &str = "[no text]";

/// The requested lines of a file.
#[derive(Debug)]
pub(super) struct Passage {
    /// The file's description, with the range still open.
    file: FileShown,
    /// `None` if the file is empty.
    lines: Option<PassageLines>,
    /// Always below the page.
    remarks: String,
    /// The last line: the version of the file. Empty if none is told.
    version: String,
    /// The call that reads the file from its first line on.
    start: Next,
    /// The call that continues after the last line, if there may be more.
    more: Option<Next>,
    /// The outline, for below the page if the limit of lines cuts that.
    outline: Option<Contents>,
}

#[derive(Debug)]
struct PassageLines {
    excerpt: Excerpt<'static>,
    /// Whether the call named the last line. Then the next call names it too.
    has_end: bool,
    /// The size of a page that gets all the space of a reply.
    demand: Amount,
    /// Whether that page shows all lines.
    is_whole: bool,
    /// That page, as long as it may be the one to show.
    page: Option<Page>,
}

/// A passage as a reply shows it.
pub(super) struct ShownPassage {
    pub text: Shown,
    /// One sentence for the user.
    pub display: String,
    pub file: FileShown,
}

/// Why there is no passage.
pub(super) enum NoPassage {
    /// The range is invalid.
    Range(SpanError),
    /// The lines are not UTF-8.
    NotText(NotText),
}

impl Passage {
    /// The lines `range` of `content`, as far as fits in a reply that shows nothing else. `start`: the call that reads the
    /// file from its first line on. `name`: what a notice calls it, if other files may be shown too.
    pub fn new(
        content: &Content,
        range: LineRange,
        start: Next,
        name: Name,
        bounds: &Bounds,
    ) -> Result<Self, NoPassage> {
        let text = &content.text;
        let total = text.total_lines();
        let span = range.resolve(total, |line| text.columns(line)).map_err(NoPassage::Range)?;
        let file = content.file(&start.path);
        let remarks = notice::remarks(&file);
        let version = notice::version(&file);
        let mut limit = bounds.limit;
        if limit.limits_tokens() {
            // The byte limit of a single file covers its numbered text; the notice comes on top.
            let below = Notices { name, total, bounds }.room(&start, &format!("{remarks}{version}"));
            limit = limit.without(Amount { bytes: 0, ..below });
        }
        let lines = span.map(|span| {
            let excerpt = text.excerpt(span, limit.bytes);
            let page = excerpt.page(limit, bounds.numbering)?;
            let excerpt = excerpt.detached(if page.cut.is_some() { limit.bytes } else { page.taken.bytes });
            let (demand, is_whole) = (page.taken, page.cut.is_none());
            Ok(PassageLines { excerpt, has_end: range.end.is_some(), demand, is_whole, page: Some(page) })
        });
        let lines = lines.transpose().map_err(NoPassage::NotText)?;
        let end = range.end.map(|end| u32::try_from(end).unwrap_or_default());
        let more = (content.unfinished && end.is_none_or(|end| end > total)).then(|| Next {
            start_line: total.saturating_add(1),
            end_line: end,
            ..start.clone()
        });
        Ok(Self { file, lines, remarks, version, start, more, outline: None })
    }

    /// The same with the outline of the file, if that is code and the limit of lines cuts it: the definitions tell which
    /// lines to ask for.
    pub fn with_outline(mut self, content: &Content, bounds: &Bounds) -> Self {
        let is_cut = |lines: &PassageLines| {
            !lines.is_whole && lines.demand.lines >= bounds.limit.lines && lines.excerpt.span().first == 1
        };
        if self.lines.as_ref().is_some_and(is_cut) && language_of(&self.file.path).is_some_and(Language::is_code) {
            self.outline = Some(Contents::new(&self.file.path, content, bounds));
        }
        self
    }

    /// The file's path.
    pub fn path(&self) -> &str {
        &self.file.path
    }

    /// The size of the page with unlimited space, without the notice.
    pub fn demand(&self) -> Amount {
        self.lines.as_ref().map_or(Amount::ZERO, |lines| lines.demand)
    }

    /// The size of what is below the page, if the page has at least `least`.
    pub fn notice_room(&self, least: &Amount, name: Name, bounds: &Bounds) -> Amount {
        let total = self.file.total_lines;
        match &self.lines {
            Some(lines) if lines.is_whole && least.holds(lines.demand) => {
                let range = notice::range(lines.excerpt.span(), total);
                bounds.taken_by(&(range + &self.remarks + &self.version))
            }
            Some(_) => {
                let below = format!("{}{}", self.remarks, self.version);
                Notices { name, total, bounds }.room(&self.start, &below)
            }
            None => bounds.taken_by(&format!("{NO_TEXT}{}{}", self.remarks, self.version)),
        }
    }

    /// Drops the text after `byte_limit`, which the page will not reach.
    pub fn shorten(&mut self, byte_limit: usize) {
        if let Some(lines) = self.lines.take_if(|lines| lines.demand.bytes > byte_limit) {
            self.lines = Some(PassageLines { excerpt: lines.excerpt.detached(byte_limit), page: None, ..lines });
        }
    }

    /// As much as fits in `limit`.
    pub fn shown(self, limit: Amount, name: Name, bounds: &Bounds) -> Result<ShownPassage, NotText> {
        let Self { file, lines, remarks, version, start, more, outline } = self;
        let Some(lines) = lines else {
            let (empty, said) = if file.format.is_some() { (NO_TEXT, "holds no text") } else { (EMPTY, "is empty") };
            let display = format!("Read {}, which {said}", file.path);
            let file = FileShown { truncated: more.is_some(), next: more, ..file };
            return Ok(ShownPassage { text: own(format!("{empty}{remarks}{version}")), display, file });
        };
        let (span, end_line) = (lines.excerpt.span(), lines.end_line());
        let (page, warning) = lines.page(limit, bounds)?;
        let next = page.cut.map(|cut| Next {
            start_line: cut.line,
            end_line,
            start_column: (cut.column > 1).then_some(cut.column),
            ..start
        });
        let notice = Notices { name, total: file.total_lines, bounds }.below(span, &page, next.as_ref());
        let next = next.or(more);
        let outline = outline.filter(|_| page.cut.is_some_and(|cut| cut.limit == Limit::Lines)).map(|outline| {
            let taken = bounds.taken_by(&format!("{warning}{remarks}{notice}{version}")) + page.taken + LINE_JOIN;
            outline.below(limit.without(taken), bounds)
        });
        let below = notice + &outline.unwrap_or_default();
        let file = FileShown {
            start_line: span.first,
            end_line: page.last,
            truncated: next.is_some(),
            crlf_lines: Some(page.crlf.clone()).filter(|lines| !lines.is_empty()),
            next,
            layout: bounds.layout.then(|| layout(span, &page)),
            suspicious: suspicious::lines(&page.suspicious),
            ..file
        };
        Ok(ShownPassage {
            display: display(&file, span, &page),
            text: page.text + &warning + &remarks + &below + &version,
            file,
        })
    }

    /// The call that shows the passage, if it does not fit in this reply.
    pub fn next(&self) -> Next {
        let Some(lines) = &self.lines else { return self.start.clone() };
        let Span { first, column, .. } = lines.excerpt.span();
        let start_column = (column > 1).then_some(column);
        Next { start_line: first, end_line: lines.end_line(), start_column, ..self.start.clone() }
    }

    /// The description of the file if it does not fit.
    pub fn not_shown(self) -> FileShown {
        let next = self.next();
        FileShown { truncated: true, next: Some(next), ..self.file }
    }
}

impl PassageLines {
    /// The last line, if the call named one.
    fn end_line(&self) -> Option<u32> {
        self.has_end.then_some(self.excerpt.span().last)
    }

    /// The page that fits `limit`, and the warning below it, with a line break before it if there is one.
    fn page(self, limit: Amount, bounds: &Bounds) -> Result<(Page, String), NotText> {
        let page = match self.page.filter(|page| limit.holds(page.taken)) {
            Some(page) => page,
            None => self.excerpt.page(limit, bounds.numbering)?,
        };
        let warning = suspicious::remark(&page.suspicious);
        let room = limit.without(bounds.taken_by(&warning));
        if warning.is_empty() || room.holds(page.taken) {
            return Ok((page, warning));
        }
        let page = self.excerpt.page(room, bounds.numbering)?;
        let warning = suspicious::remark(&page.suspicious);
        Ok((page, warning))
    }
}

/// Where the lines of `page` are in its text.
fn layout(span: Span, page: &Page) -> Layout {
    let run = LineRun {
        row: 0,
        line: span.first,
        count: page.taken.lines,
        starts_inside: span.column > 1,
        is_cut: page.cut.is_some_and(|cut| cut.column > 1),
    };
    Layout { lines: vec![run], ..Layout::default() }
}

fn display(file: &FileShown, span: Span, page: &Page) -> String {
    let (path, total) = (&file.path, file.total_lines);
    let path = file.page.map_or_else(|| path.clone(), |page| format!("page {page} of {path}"));
    let last = page.cut.map(|cut| cut.column - 1).filter(|&column| column > 0);
    match last {
        Some(last) => format!("Read columns {}–{last} of line {} of {total} in {path}", span.column, span.first),
        None if span.first == page.last => format!("Read line {} of {total} in {path}", span.first),
        None => format!("Read lines {}–{} of {total} in {path}", span.first, page.last),
    }
}
