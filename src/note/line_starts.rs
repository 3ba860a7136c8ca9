//! Recognizes how lines begin: headings, fences, list items, thematic breaks, HTML.

use super::line_kind::LineKind;

/// A block whose lines are not Markdown, and how it ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Verbatim {
    /// Fenced code.
    Fence { mark: u8, len: usize, is_quoted: bool },
    /// HTML up to this text.
    Until(&'static [u8]),
    /// HTML up to a blank line.
    UntilBlank,
}

impl Verbatim {
    /// The kind of its lines.
    pub fn line(self) -> LineKind<'static> {
        match self {
            Self::Fence { .. } => LineKind::Code,
            Self::Until(_) | Self::UntilBlank => LineKind::Html,
        }
    }
}

pub(super) fn heading(rest: &[u8]) -> Option<(u8, &[u8])> {
    let level = rest.iter().take_while(|&&byte| byte == b'#').count();
    let title = &rest[level..];
    let is_apart = title.first().is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    let level = u8::try_from(level).ok().filter(|level| (1..=6).contains(level) && is_apart)?;
    let title = title.trim_ascii();
    let open = title.len() - title.iter().rev().take_while(|&&byte| byte == b'#').count();
    let closes = title[..open].last().is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    Some((level, if closes { title[..open].trim_ascii_end() } else { title }))
}

pub(super) fn underline(rest: &[u8]) -> Option<u8> {
    let mark = *rest.first()?;
    let level = match mark {
        b'=' => 1,
        b'-' => 2,
        _ => return None,
    };
    rest.iter().all(|&byte| byte == mark).then_some(level)
}

/// Whether `rest` is a thematic break, such as `***` or `- - -`.
pub(super) fn is_rule(rest: &[u8]) -> bool {
    let Some(&mark) = rest.first().filter(|mark| matches!(mark, b'*' | b'-' | b'_')) else { return false };
    let is_all = rest.iter().all(|&byte| byte == mark || matches!(byte, b' ' | b'\t'));
    is_all && rest.iter().filter(|&&byte| byte == mark).nth(2).is_some()
}

/// The length of the list marker at the start of `rest`, and whether it can interrupt a paragraph.
pub(crate) fn list_marker(rest: &[u8]) -> Option<(usize, bool)> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (mark, is_first) = match rest.get(digits)? {
        b'-' | b'+' | b'*' if digits == 0 => (1, true),
        b'.' | b')' if (1..=9).contains(&digits) => (digits + 1, &rest[..digits] == b"1"),
        _ => return None,
    };
    match rest.get(mark) {
        None => Some((mark, false)),
        Some(b' ' | b'\t') => Some((mark, is_first)),
        _ => None,
    }
}

pub(super) fn fence(rest: &[u8]) -> Option<(u8, usize)> {
    let mark = *rest.first().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let len = rest.iter().take_while(|&&byte| byte == mark).count();
    (len >= 3 && (mark == b'~' || !rest[len..].contains(&b'`'))).then_some((mark, len))
}

pub(super) fn closes_fence(rest: &[u8], mark: u8, len: usize) -> bool {
    rest.len() >= len && rest.iter().all(|&byte| byte == mark)
}

/// The HTML block that `rest` begins.
pub(super) fn html(rest: &[u8], in_paragraph: bool) -> Option<Verbatim> {
    let tag = rest.strip_prefix(b"<")?;
    for (start, end) in [(&b"!--"[..], &b"-->"[..]), (b"?", b"?>"), (b"![CDATA[", b"]]>"), (b"!", b">")] {
        if tag.starts_with(start) && (start != b"!" || tag.get(1).is_some_and(u8::is_ascii_alphabetic)) {
            return Some(Verbatim::Until(end));
        }
    }
    let named = tag.strip_prefix(b"/").unwrap_or(tag);
    let len = named.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let (name, behind) = named.split_at(len);
    let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
    let is_delimited = matches!(behind.first(), None | Some(b' ' | b'\t' | b'>'));
    let raw = [("pre", &b"</pre>"[..]), ("script", b"</script>"), ("style", b"</style>"), ("textarea", b"</textarea>")];
    if named.len() == tag.len()
        && is_delimited
        && let Some((_, end)) = raw.iter().find(|(known, _)| is(known))
    {
        return Some(Verbatim::Until(end));
    }
    if (is_delimited || behind.starts_with(b"/>")) && BLOCK_TAGS.iter().any(is) {
        return Some(Verbatim::UntilBlank);
    }
    // A complete tag alone on its line. Its attributes are not checked.
    let is_alone = rest.iter().position(|&byte| byte == b'>') == Some(rest.len() - 1);
    let is_tag =
        is_alone && name.first().is_some_and(u8::is_ascii_alphabetic) && (is_delimited || behind.starts_with(b"/>"));
    (is_tag && !in_paragraph).then_some(Verbatim::UntilBlank)
}

/// The tags that begin an HTML block at the start of any line.
#[rustfmt::skip]
const BLOCK_TAGS: [&str; 62] = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
    "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li",
    "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search",
    "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
];

/// Whether `text` contains `wanted`, ignoring ASCII case.
pub(super) fn contains(text: &[u8], wanted: &[u8]) -> bool {
    text.windows(wanted.len()).any(|window| window.eq_ignore_ascii_case(wanted))
}
