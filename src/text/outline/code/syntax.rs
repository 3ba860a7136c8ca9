//! The comment and string syntax of each language, as a table.

use super::Language;

/// The lexical rules of a language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Syntax {
    /// The markers of line comments.
    pub line_comments: &'static [&'static str],
    /// The markers that begin and end block comments.
    pub block_comment: Option<(&'static str, &'static str)>,
    /// Whether block comments nest.
    pub is_nested: bool,
    /// String syntaxes; the first match wins.
    pub quotes: &'static [Quote],
    /// Whether the end of a line ends a statement.
    pub ends_lines: bool,
}

/// The syntax of a string.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quote {
    pub open: &'static str,
    /// Whether a backslash escapes the next character.
    pub escapes: bool,
    /// Whether it may span lines. If not, an unclosed quote does not begin a string.
    pub has_lines: bool,
    /// The start of an interpolation, such as `${`, which ends at the closing bracket.
    pub code: Option<&'static str>,
}

const fn quote(open: &'static str, escapes: bool, has_lines: bool, code: Option<&'static str>) -> Quote {
    Quote { open, escapes, has_lines, code }
}

const DOUBLE: Quote = quote("\"", true, false, None);
const SINGLE: Quote = quote("'", true, false, None);
const DOUBLE_LINES: Quote = quote("\"", true, true, None);
const SINGLE_LINES: Quote = quote("'", true, true, None);
const TRIPLE: Quote = quote("\"\"\"", true, true, None);
const TRIPLE_SINGLE: Quote = quote("'''", true, true, None);
const TRIPLE_RAW: Quote = quote("\"\"\"", false, true, None);

const CSHARP: Quote = quote("\"", true, false, Some("{"));
const DOLLAR: Quote = quote("\"", true, false, Some("${"));
const DOLLAR_SINGLE: Quote = quote("'", true, false, Some("${"));
const BACKTICK_RAW: Quote = quote("`", false, true, None);
const SQL_SINGLE: Quote = quote("'", false, true, None);
const SQL_DOUBLE: Quote = quote("\"", false, true, None);
const SQL_BACKTICK: Quote = quote("`", false, false, None);
const SWIFT: Quote = quote("\"", true, false, Some("\\("));

impl Syntax {
    pub fn of(language: Language) -> Self {
        let c = Self {
            line_comments: &["//"],
            block_comment: Some(("/*", "*/")),
            is_nested: false,
            quotes: &[DOUBLE, SINGLE],
            ends_lines: false,
        };
        let hashes = Self { line_comments: &["#"], block_comment: None, ..c };
        match language {
            Language::CSharp => Self { quotes: &[TRIPLE_RAW, CSHARP, SINGLE], ..c },
            Language::Css => Self { line_comments: &[], ..c },
            Language::Dart => Self { is_nested: true, quotes: &[TRIPLE, TRIPLE_SINGLE, DOLLAR, DOLLAR_SINGLE], ..c },
            Language::Go => Self { quotes: &[DOUBLE, BACKTICK_RAW, SINGLE], ends_lines: true, ..c },
            Language::Java => Self { quotes: &[TRIPLE, DOUBLE, SINGLE], ..c },
            Language::JavaScript => Self { ends_lines: true, ..c },
            Language::Kotlin => Self { is_nested: true, quotes: &[TRIPLE_RAW, DOLLAR, SINGLE], ends_lines: true, ..c },
            Language::Php => Self { line_comments: &["//"], quotes: &[DOUBLE_LINES, SINGLE_LINES], ..c },
            Language::Python => Self { quotes: &[TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE], ends_lines: true, ..hashes },
            Language::R => Self { quotes: &[DOUBLE_LINES, SINGLE_LINES], ends_lines: true, ..hashes },
            Language::Rust => Self { is_nested: true, quotes: &[DOUBLE_LINES], ..c },
            Language::Sql => Self { line_comments: &["--"], quotes: &[SQL_SINGLE, SQL_DOUBLE, SQL_BACKTICK], ..c },
            Language::Swift => Self { is_nested: true, quotes: &[TRIPLE, SWIFT], ends_lines: true, ..c },
            _ => c,
        }
    }
}
