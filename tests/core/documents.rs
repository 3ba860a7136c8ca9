//! `read_file` on what is no plain text: documents, images, other encodings, outlines, and what has no text at all.

use lectern::{Answer, Config, Content, ErrorCode, Next, Reply, Request, Session, Step};
use lectern_document::{Document, Fault};

use crate::support::{Vault, opened, path_args, session, text};

/// A PNG of 2 by 1 pixels, as far as anyone looks at it here.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\x02\0\0\0\0\0\0\0";

#[test]
fn a_web_page_is_read_as_lines() {
    let mut vault = Vault::of(&[("page.html", "<h1>Title</h1><p>One &amp; two</p>")]);
    let reply = vault.call(&mut session(), &path_args("page.html"));
    assert_eq!(text(&reply), "1: # Title\n2: \n3: One & two");
    assert_eq!(reply.structured_content.files[0].format.as_deref(), Some("html"));
}

#[test]
fn an_image_is_a_part_of_its_own_below_its_line() {
    let mut vault = Vault::default().with("a.png", PNG);
    let reply = vault.call(&mut session(), &path_args("a.png"));
    let [Content::Text { text }, Content::Image { mime_type, .. }] = &*reply.content else { panic!("{reply:?}") };
    assert_eq!((text.as_str(), mime_type.as_str()), ("image, 2\u{d7}1, 33 bytes", "image/png"));
}

#[test]
fn an_image_over_the_limit_is_refused_where_nothing_can_scale_it() {
    let config = Config { max_image_bytes: 40.0, ..Config::default() };
    let reply = Vault::default().with("a.png", PNG).call(&mut opened(&config), &path_args("a.png"));
    assert_eq!(reply.structured_content.error.map(|error| error.code), Some(lectern::ErrorCode::TooLarge));
}

/// The reply for the image `bytes` at `path` if the host answers `drawn` once it is asked to draw it.
fn drawn(path: &str, bytes: &[u8], drawn: Answer) -> Reply {
    let (mut vault, mut session) = (Vault::default().with(path, bytes), session());
    let mut step = session.start("read_file", &path_args(path));
    loop {
        let Step::Ask { call, requests } = step else { panic!("the host was not asked") };
        if matches!(requests[0], Request::Draw { .. }) {
            let Step::Done(reply) = session.resume(call, vec![drawn]) else { panic!("the call goes on") };
            return reply;
        }
        step = session.resume(call, vault.answers(&requests));
    }
}

#[test]
fn a_damaged_image_is_not_sent() {
    let fault = Fault::Broken("it ends too early".to_owned());
    let reply = drawn("a.png", PNG, Answer::Fault(fault));
    assert!(text(&reply).starts_with("error[unsupported]: \"a.png\" cannot be shown: it is broken: it ends too early"));
}

#[test]
fn what_providers_refuse_is_not_sent_as_it_is() {
    let mut large = PNG.to_vec();
    large[16..20].copy_from_slice(&2001_u32.to_be_bytes());
    let bitmap = [&b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x01\0\0\0\x01\0\x18\0"[..], &[0; 40]].concat();
    for (path, bytes) in [("large.png", large), ("a.bmp", bitmap)] {
        let reply = drawn(path, &bytes, Answer::Failed("it needs a canvas".to_owned()));
        assert!(reply.is_error && text(&reply).contains(": it needs a canvas\nhelp: "), "{}", text(&reply));
    }
}

#[test]
fn images_that_one_reply_cannot_hold_are_named() {
    let config = Config { max_images_bytes: 50.0, ..Config::default() };
    let mut vault = Vault::default().with("a.png", PNG).with("b.png", PNG);
    let reply = vault.call(&mut opened(&config), r#"{"files": ["a.png", "b.png"]}"#);
    assert_eq!(reply.content.iter().filter(|part| matches!(part, Content::Image { .. })).count(), 1);
    assert!(reply.structured_content.files[1].truncated);
}

#[test]
fn utf_16_is_text_and_the_reply_says_so() {
    let bytes: Vec<u8> = "\u{feff}One\ntwo".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let reply = Vault::default().with("a.txt", bytes).call(&mut session(), &path_args("a.txt"));
    assert_eq!(text(&reply), "1: One\n2: two\n[decoded as UTF-16LE]");
}

#[test]
fn an_outline_gives_headings_with_their_lines() {
    let mut vault = Vault::of(&[("a.md", "# One\n\ntext\n\n## Two\n\nmore\n")]);
    let reply = vault.call(&mut session(), r#"{"path": "a.md", "view": "outline"}"#);
    assert_eq!(text(&reply), "[outline of \"a.md\", 7 lines]\n1-7: # One\n5-7: ## Two");
}

#[test]
fn a_limit_of_nothing_gives_outlines() {
    let config = Config { max_bytes: 0.0, ..Config::default() };
    let mut vault = Vault::of(&[("a.md", "# One\n\ntext\n")]);
    let reply = vault.call(&mut opened(&config), &path_args("a.md"));
    assert_eq!(text(&reply), "[outline of \"a.md\", 3 lines]\n1-3: # One");
}

/// The reply to `args`, where every document is converted to this; and whether one was.
fn converted(session: &mut Session, args: &str, text: &str, unfinished: bool) -> (Reply, bool) {
    let mut vault = Vault::of(&[("a.pdf", "%PDF-1.7")]);
    let step = session.start("read_file", args);
    let mut was_asked = false;
    let reply = vault.run_with(session, step, |request| {
        let Request::Convert { .. } = request else { return None };
        was_asked = true;
        let notes = if unfinished { vec!["page 1 of 2 so far".to_owned()] } else { vec![] };
        Some(Answer::Document(Document { text: text.to_owned(), notes, unfinished, ..Document::default() }))
    });
    (reply, was_asked)
}

#[test]
fn an_unfinished_document_is_asked_for_again_until_it_is_whole() {
    let mut session = session();
    let (reply, _) = converted(&mut session, &path_args("a.pdf"), "one\ntwo\n", true);
    assert_eq!(text(&reply), "1: one\n2: two\n[page 1 of 2 so far]");
    let file = &reply.structured_content.files[0];
    let next = Next { path: "a.pdf".to_owned(), start_line: 3, ..Next::default() };
    assert_eq!((file.truncated, &file.next), (true, &Some(next)));

    let further = r#"{"path": "a.pdf", "start_line": 3}"#;
    let (reply, was_asked) = converted(&mut session, further, "one\ntwo\nthree\n", false);
    assert_eq!((text(&reply), was_asked), ("3: three\n[lines 3-3 of 3]", true));
    assert_eq!(reply.structured_content.files[0].next, None);

    let (reply, was_asked) = converted(&mut session, further, "other\n", false);
    assert_eq!((text(&reply), was_asked), ("3: three\n[lines 3-3 of 3]", false));
}

#[test]
fn what_is_behind_the_lines_of_an_unfinished_document_may_still_come() {
    let further = r#"{"path": "a.pdf", "start_line": 9, "end_line": 12}"#;
    let (reply, _) = converted(&mut session(), further, "one\ntwo\n", true);
    let error = reply.structured_content.error.expect("too few lines");
    assert_eq!(error.code, ErrorCode::PastEnd);
    assert_eq!(error.message, "start_line 9 is past the end of \"a.pdf\", of which 2 lines are read so far");
    assert_eq!(error.help, "call again to read further, or use start_line 1 to 2");
}

#[test]
fn a_range_that_reaches_beyond_an_unfinished_document_goes_on_to_its_end() {
    for (end, goes_on) in [("12", true), ("2", false), ("-1", false)] {
        let args = format!(r#"{{"path": "a.pdf", "start_line": 1, "end_line": {end}}}"#);
        let (reply, _) = converted(&mut session(), &args, "one\ntwo\n", true);
        let next = Next { path: "a.pdf".to_owned(), start_line: 3, end_line: end.parse().ok(), ..Next::default() };
        assert_eq!(reply.structured_content.files[0].next, goes_on.then_some(next), "{end}");
    }
}

#[test]
fn an_unfinished_document_without_text_so_far_is_asked_for_again() {
    let (reply, _) = converted(&mut session(), &path_args("a.pdf"), "", true);
    assert_eq!(text(&reply), "[no text]\n[page 1 of 2 so far]");
    let next = reply.structured_content.files[0].next.clone().expect("there may be more");
    assert_eq!((next.start_line, next.end_line), (1, None));
}
