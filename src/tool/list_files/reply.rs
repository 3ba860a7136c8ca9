//! The reply: as many rows as fit, then what was left out and the call that shows it.

use super::arguments::ListArguments;
use super::entry_line::{entry, line};
use super::options::{ListOptions, Sort};
use super::refusal::{no_property, nothing, past_end};
use super::rows::{Row, by_name, by_value};
use super::tree::{File, Tree};
use crate::error::ToolError;
use crate::limits::{Bounds, LINE_JOIN, WITHOUT_CONTENT_BYTES};
use crate::note::PropertyValue;
use crate::path::VaultPath;
use crate::text::{Amount, fitting};
use crate::tool::args::Arguments;
use crate::wire::reply::{NextArguments, Reply, counted};

/// A page of a listing.
struct ListingPage<'t> {
    rows: Vec<Row<'t>>,
    /// The number of entries on all pages.
    entries: usize,
    /// The number of files, including those in summed up folders.
    files: usize,
}

/// The listing of the folder `base` of `tree`; `unsearched` is a notice below it.
pub(super) fn listing(
    tree: &Tree,
    base: usize,
    options: &ListOptions,
    bounds: &Bounds,
    unsearched: Option<&str>,
) -> Result<Reply, ToolError> {
    let folder = tree.folder(base);
    let mut limit = bounds.limit;
    if bounds.is_outline_only() {
        limit = Amount { bytes: WITHOUT_CONTENT_BYTES, lines: u32::MAX, ..limit };
    }
    let room = ReplyRoom { limit, path: &folder.path, options, bounds, unsearched: unsearched.unwrap_or_default() };
    let page = if options.sort == Sort::Name {
        room.page_by_name(tree, base)
    } else {
        let (rows, entries) = by_value(tree, base, options, options.cursor.saturating_add(options.limit));
        if let (Sort::Property, Some(Row::File(File { values, .. }))) = (options.sort, rows.first())
            && options.properties.as_ref().is_some_and(|properties| properties.sort.is_some())
            && matches!(values.last(), Some(PropertyValue::Empty))
        {
            return Err(no_property(options.given.sort.as_deref().unwrap_or_default()));
        }
        ListingPage { rows: rows.into_iter().skip(options.cursor).collect(), entries, files: entries }
    };
    if page.rows.is_empty() && options.cursor > 0 {
        return Err(past_end(options.cursor, page.entries));
    }
    if page.rows.is_empty() {
        let path = VaultPath::parse(&folder.path).unwrap_or_else(|_| VaultPath::root());
        return Ok(nothing(&path, options, unsearched));
    }
    Ok(room.reply(page))
}

/// The space in a reply, and what the reply is about.
struct ReplyRoom<'a> {
    limit: Amount,
    /// The listed folder.
    path: &'a str,
    options: &'a ListOptions,
    bounds: &'a Bounds,
    /// The last line of the reply; may be empty.
    unsearched: &'a str,
}

impl ReplyRoom<'_> {
    /// As many levels of the tree as fit in a reply; if not even one fits, a page of it.
    fn page_by_name<'t>(&self, tree: &'t Tree, base: usize) -> ListingPage<'t> {
        let folder = tree.folder(base);
        let most_lines = usize::try_from(self.limit.lines).unwrap_or(usize::MAX);
        let mut most = self.options.limit.min(most_lines);
        let rows = loop {
            let rows = by_name(tree, base, self.options.depth, most);
            let fits = self.fitting(&rows);
            if fits >= rows.len() || rows.len() <= folder.entries() {
                break rows;
            }
            // Each round sums up more folders, an eighth at a time to keep the rounds few.
            most = fits.min(rows.len() - rows.len() / 8 - 1).max(folder.entries());
        };
        let entries = rows.len();
        ListingPage { rows: rows.into_iter().skip(self.options.cursor).collect(), entries, files: folder.all_files }
    }

    /// How many of `rows` fit in a reply.
    fn fitting(&self, rows: &[Row]) -> usize {
        let below = if self.limit.limits_tokens() { self.longest_notice(rows) } else { Amount::ZERO };
        let mut left = self.limit.without(Amount { bytes: 0, lines: 0, ..below });
        let takes = |row: &Row| {
            let line = format!("{}\n", line(*row, self.options.properties.as_ref()));
            Amount { lines: 1, ..self.bounds.taken_by(&line) + LINE_JOIN }
        };
        let fits = |row: &&Row| {
            let amount = takes(row);
            let fits = left.holds(amount);
            left = left.without(amount);
            fits
        };
        rows.iter().take(self.options.limit).take_while(fits).count()
    }

    /// The maximum size of the notice.
    fn longest_notice(&self, rows: &[Row]) -> Amount {
        let paths =
            rows.iter().filter_map(|row| if let Row::Folder(folder) = row { Some(folder.path.as_str()) } else { None });
        let longest = paths.max_by_key(|path| path.len());
        let number = usize::MAX;
        let notice =
            self.notice([number, number], number, number, longest, Some(&self.next_call(self.path, Some(u32::MAX))));
        self.bounds.taken_by(&notice) + LINE_JOIN + self.bounds.taken_by(self.unsearched) + LINE_JOIN
    }

    fn reply(&self, ListingPage { mut rows, entries, files }: ListingPage) -> Reply {
        let start = self.options.cursor;
        // At least one, so that paging makes progress.
        rows.truncate(self.fitting(&rows).max(1));
        let end = start + rows.len();
        let next = (end < entries).then(|| self.next_call(self.path, Some(u32::try_from(end).unwrap_or(u32::MAX))));
        let summed =
            rows.iter().find_map(|row| if let Row::Folder(folder) = row { Some(folder.path.as_str()) } else { None });
        let notice = self.notice([start + 1, end], entries, files, summed, next.as_ref());
        let properties = self.options.properties.as_ref();
        let mut text = rows.iter().fold(String::new(), |text, row| text + &line(*row, properties) + "\n");
        if text.len() > self.limit.bytes && rows.len() == 1 {
            text.truncate(text.floor_char_boundary(self.limit.bytes));
            text.push_str("\u{2026}\n");
        }
        text.push_str(&notice);
        if !self.unsearched.is_empty() {
            text.push('\n');
            text.push_str(self.unsearched);
        }
        if self.bounds.millitokens(&text) > self.limit.millitokens {
            let room = self.limit.millitokens.saturating_sub(self.bounds.millitokens("\u{2026}"));
            text.truncate(fitting(&text, room));
            text.push('\u{2026}');
        }
        let display = self.display(&rows);
        Reply::listed(text, display, rows.into_iter().map(|row| entry(row, properties)).collect(), next)
    }

    /// The line below the rows `first` to `last`, which says what is not shown and how to see it.
    fn notice(
        &self,
        [first, last]: [usize; 2],
        entries: usize,
        files: usize,
        summed: Option<&str>,
        next: Option<&NextArguments>,
    ) -> String {
        let mut parts = Vec::new();
        if next.is_some() || first > 1 {
            parts.push(format!("entries {first}-{last} of {entries}"));
        } else {
            parts.push(counted(files, "file") + if self.options.is_choosy() { "" } else { " in all" });
        }
        if let Some(path) = summed {
            let into = self.next_call(path, None);
            parts.push(format!("folders are summed up: to see inside one, call list_files with {into}"));
        }
        if let Some(next) = next {
            parts.push(format!("for more, call list_files with {next}"));
        }
        format!("[{}]", parts.join("; "))
    }

    /// The arguments of this call for the folder at `path`, from `cursor` on.
    fn next_call(&self, path: &str, cursor: Option<u32>) -> NextArguments {
        let path = (!path.is_empty()).then(|| path.to_owned());
        ListArguments { path, cursor, ..self.options.given.clone() }.next_call()
    }

    /// One sentence for the user.
    fn display(&self, rows: &[Row]) -> String {
        let folders = rows.iter().filter(|row| matches!(row, Row::Folder(_))).count();
        let files = counted(rows.len() - folders, "file");
        let place = if self.path.is_empty() { "the vault" } else { self.path };
        if let Some(base) = &self.options.given.base {
            return format!("Listed {files} of {base}");
        }
        match folders {
            0 => format!("Listed {files} in {place}"),
            _ if folders == rows.len() => format!("Listed {} in {place}", counted(folders, "folder")),
            _ => format!("Listed {files} and {} in {place}", counted(folders, "folder")),
        }
    }
}
