//! Text: lines, line endings, ranges and pages, through the public surface.

use lectern::{Amount, Cut, Eol, Limit, LineIndex, LineRange, NotText, Page, Span, SpanError, Text};

/// The block of the line index, on whose edges off-by-one errors would sit.
const BLOCK: usize = 4096;
/// How much of a file is judged before any of it is shown.
const HEAD: usize = 8000;

fn text(bytes: impl AsRef<[u8]>) -> Text {
    Text::new(bytes.as_ref().to_vec()).expect("the bytes are text")
}

fn span(first: u32, column: u32, last: u32) -> Span {
    Span { first, column, last }
}

fn page(bytes: &str, span: Span, limit: usize) -> Page {
    text(bytes).page(span, limit).expect("the page is text")
}

fn shown(text: &str, last: u32, cut: Option<(u32, u32)>) -> Page {
    let cut = cut.map(|(line, column)| Cut { line, column, limit: Limit::Bytes });
    let lines = u32::try_from(text.lines().count()).expect("a test has few lines");
    let taken = Amount { bytes: text.len(), lines, millitokens: 0 };
    Page { text: text.to_owned(), last, cut, crlf: Vec::new(), taken, suspicious: Vec::new() }
}

#[test]
fn lines_are_counted_as_posix_counts_them() {
    for (bytes, lines, final_newline, eol) in [
        ("", 0, false, None),
        ("a", 1, false, None),
        ("\n", 1, true, Some(Eol::Lf)),
        ("a\n", 1, true, Some(Eol::Lf)),
        ("a\nb", 2, false, Some(Eol::Lf)),
        ("\n\n", 2, true, Some(Eol::Lf)),
        ("a\r\n", 1, true, Some(Eol::Crlf)),
        ("a\r\nb\r\n", 2, true, Some(Eol::Crlf)),
        ("a\r\nb\n", 2, true, Some(Eol::Mixed)),
        ("a\nb\r\n", 2, true, Some(Eol::Mixed)),
        ("a\rb", 1, false, None),
        ("a\r", 1, false, None),
        ("a\r\r\n", 1, true, Some(Eol::Crlf)),
        ("a\n\rb\n", 2, true, Some(Eol::Lf)),
        ("a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f", 1, false, None),
        ("\u{feff}", 0, false, None),
        ("\u{feff}a\n", 1, true, Some(Eol::Lf)),
    ] {
        let text = text(bytes);
        assert_eq!((text.total_lines(), text.final_newline(), text.eol()), (lines, final_newline, eol), "{bytes:?}");
    }
}

#[test]
fn line_breaks_are_seen_on_the_edges_of_blocks_and_words() {
    for before in (0..20).chain(BLOCK - 9..BLOCK + 9).chain(2 * BLOCK - 2..2 * BLOCK + 2) {
        let start = "x".repeat(before);
        for (end, breaks, eol) in
            [("\r\n", 1, Eol::Crlf), ("\n", 1, Eol::Lf), ("\r\n\n", 2, Eol::Mixed), ("\rx\n", 1, Eol::Lf)]
        {
            let index = LineIndex::new(format!("{start}{end}").as_bytes());
            assert_eq!((index.line_breaks(), index.eol()), (breaks, Some(eol)), "{end:?} behind {before} bytes");
        }
    }
}

#[test]
fn columns_are_scalar_values_without_the_line_break() {
    let text = text("\u{feff}ab\r\n\n\u{d55c}\u{ae00}\r\ne\u{301}\n\u{1f468}\u{200d}\u{1f469}\na\r");
    assert_eq!((1..=6).map(|line| text.columns(line)).collect::<Vec<_>>(), [2, 0, 2, 2, 3, 2]);
}

#[test]
fn columns_are_counted_across_blocks() {
    let long = "\u{d55c}".repeat(BLOCK);
    let text = text(format!("{long}\n{long}x\n"));
    assert_eq!([1, 2].map(|line| text.columns(line)), [4096, 4097]);
    let page = text.page(span(2, 4096, 2), 100).expect("text");
    assert_eq!(page, shown("2+: \u{d55c}x", 2, None));
}

#[test]
fn only_utf8_is_text() {
    for (bytes, offset) in [
        (&b"caf\xe9\n"[..], 3),
        (b"\xff\xfea\0", 0),
        (b"ab\xed\x95", 2),
        (b"\xc0\xaf", 0),
        (b"ok\xed\xa0\x80", 2),
        (b"\xf5\x80\x80\x80", 0),
    ] {
        assert_eq!(Text::new(bytes.to_vec()).map(drop), Err(NotText { offset }), "{bytes:x?}");
    }
}

#[test]
fn a_letter_across_the_end_of_the_head_is_text() {
    let bytes = format!("{}\u{d55c}\n", "x".repeat(HEAD - 1));
    assert_eq!(text(&bytes).columns(1), 8000);
}

#[test]
fn behind_the_head_only_what_is_shown_must_be_text() {
    let mut bytes = "x\n".repeat(HEAD / 2).into_bytes();
    bytes.extend(b"good\nbad\xff\ngood\n");
    let (text, first) = (text(bytes), 4001);
    let page = |line| text.page(span(line, 1, line), 1000).map(|page| page.text);
    assert_eq!(page(first), Ok("4001: good".to_owned()));
    assert_eq!(page(first + 1), Err(NotText { offset: HEAD + 8 }));
    assert_eq!(page(first + 2), Ok("4003: good".to_owned()));
}

#[test]
fn a_column_must_be_one_that_the_line_has() {
    let columns = |line| if line == 3 { 4 } else { 0 };
    let resolve = |start, column| LineRange { start: Some(start), end: None, column: Some(column) }.resolve(5, columns);
    assert_eq!(resolve(3, 4), Ok(Some(span(3, 4, 5))));
    assert_eq!(resolve(-3, 2), Ok(Some(span(3, 2, 5))));
    assert_eq!(resolve(2, 1), Ok(Some(span(2, 1, 5))));
    assert_eq!(resolve(3, 5), Err(SpanError::ColumnPastEnd { line: 3, column: 5, columns: 4 }));
    assert_eq!(resolve(2, 2), Err(SpanError::ColumnPastEnd { line: 2, column: 2, columns: 0 }));
}

#[test]
fn a_page_holds_whole_lines_first() {
    let bytes = "one\ntwo\nthree\n";
    let all = span(1, 1, 3);
    assert_eq!(page(bytes, all, 22), shown("1: one\n2: two\n3: three", 3, None));
    assert_eq!(page(bytes, all, 21), shown("1: one\n2: two", 2, Some((3, 1))));
    assert_eq!(page(bytes, all, 13), shown("1: one\n2: two", 2, Some((3, 1))));
    assert_eq!(page(bytes, all, 12), shown("1: one", 1, Some((2, 1))));
    assert_eq!(page(bytes, all, 6), shown("1: one", 1, Some((2, 1))));
    assert_eq!(page(bytes, all, 5), shown("1: on", 1, Some((1, 3))));
    assert_eq!(page(bytes, span(2, 1, 2), 6), shown("2: two", 2, None));
}

#[test]
fn blank_lines_fill_a_page_too() {
    let bytes = "\n".repeat(100);
    assert_eq!(page(&bytes, span(1, 1, 100), 15), shown("1: \n2: \n3: \n4: ", 4, Some((5, 1))));
    assert_eq!(page(&bytes, span(1, 1, 100), 14), shown("1: \n2: \n3: ", 3, Some((4, 1))));
    assert_eq!(page(&bytes, span(1, 1, 100), 1), shown("1: ", 1, Some((2, 1))));
    assert_eq!(page("one\n\nthree\n", span(1, 1, 3), 9), shown("1: one", 1, Some((2, 1))));
}

#[test]
fn a_cut_falls_between_graphemes() {
    for (bytes, limit, text, column) in [
        ("ab\u{1f468}\u{200d}\u{1f469}c", 5 + 10, "1: ab", 3),
        ("ab\u{1f468}\u{200d}\u{1f469}c", 5 + 11, "1: ab\u{1f468}\u{200d}\u{1f469}", 6),
        ("\u{1f1f0}\u{1f1f7}\u{1f1ef}\u{1f1f5}", 3 + 12, "1: \u{1f1f0}\u{1f1f7}", 3),
        ("cafe\u{301} noir", 3 + 4, "1: caf", 4),
        ("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}", 3 + 12, "1: \u{1112}\u{1161}\u{11ab}", 4),
        ("\u{915}\u{94d}\u{937}\u{93f}\u{915}", 3 + 13, "1: \u{915}\u{94d}\u{937}\u{93f}", 5),
        ("ab\u{1f44d}\u{1f3fd}", 3 + 7, "1: ab", 3),
    ] {
        assert_eq!(page(bytes, span(1, 1, 1), limit), shown(text, 1, Some((1, column))), "{bytes:?}");
    }
}

#[test]
fn a_grapheme_larger_than_the_page_is_cut_between_scalar_values() {
    let marks = format!("e{}", "\u{301}".repeat(9));
    assert_eq!(page(&marks, span(1, 1, 1), 8), shown("1: e\u{301}\u{301}", 1, Some((1, 4))));
    assert_eq!(page(&marks, span(1, 4, 1), 8), shown("1+: \u{301}\u{301}", 1, Some((1, 6))));
}

#[test]
fn a_line_that_no_page_can_hold_is_cut_below_others() {
    let bytes = format!("one\ntwo\n{}\nend\n", "x".repeat(300));
    let rest = |count: usize| "x".repeat(count);
    assert_eq!(
        page(&bytes, span(1, 1, 4), 200),
        shown(&format!("1: one\n2: two\n3: {}", rest(183)), 3, Some((3, 184)))
    );
    assert_eq!(page(&bytes, span(3, 184, 4), 200), shown(&format!("3+: {}\n4: end", rest(117)), 4, None));
    // Another page can hold it, or too much comes before it.
    assert_eq!(page(&bytes, span(1, 1, 4), 316), shown("1: one\n2: two", 2, Some((3, 1))));
    let bytes = format!("{}\n{}", rest(120), rest(300));
    assert_eq!(page(&bytes, span(1, 1, 2), 200), shown(&format!("1: {}", rest(120)), 1, Some((2, 1))));
}

#[test]
fn the_lines_that_end_in_crlf_are_named_where_endings_are_mixed() {
    let bytes = "a\r\nb\r\nc\nd\r\ne";
    assert_eq!(page(bytes, span(1, 1, 5), 100).crlf, [(1, 2), (4, 4)]);
    assert_eq!(page(bytes, span(2, 1, 3), 100).crlf, [(2, 2)]);
    assert_eq!(page(bytes, span(3, 1, 3), 100).crlf, []);
    assert_eq!(page("a\r\nb\r\n", span(1, 1, 2), 100).crlf, []);
    // A line that is cut has not ended yet.
    let bytes = "abcd\r\nx\n";
    assert_eq!(page(bytes, span(1, 1, 2), 5), shown("1: ab", 1, Some((1, 3))));
    assert_eq!(page(bytes, span(1, 3, 1), 6), Page { crlf: vec![(1, 1)], ..shown("1+: cd", 1, None) });
}

#[test]
fn a_carriage_return_alone_is_text() {
    assert_eq!(page("a\r\r\nb\rc\nd\r", span(1, 1, 3), 100).text, "1: a\r\n2: b\rc\n3: d\r");
}
