//! `read_file` of one page of a PDF, as text and drawn, and of what has no pages and no image.

use lectern::{Answer, Config, Content, ErrorCode, Image, Reply, Request, Session};
use lectern_document::{Document, Fault, Format, Place};

use crate::support::{Vault, assert_says, code, opened, path_args, session, text};

/// The text of any page.
fn page_text(number: u32) -> Answer {
    let text = format!("## Page {number}\n\nline one of {number}\nline two\n");
    Answer::Document(Document { text, notes: vec![format!("page {number} of 9")], ..Document::default() })
}

fn image(pages: Option<u32>) -> Answer {
    Answer::Image(Image { data: "aGk=".to_owned(), mime_type: "image/png".to_owned(), width: 10, height: 20, pages })
}

/// The reply to a call, where a host of PDFs gives `answer`; and what it was asked besides `stat` and `read`.
fn call(session: &mut Session, args: &str, answer: impl Fn(&Request) -> Answer) -> (Reply, Vec<Request>) {
    let mut vault =
        Vault::of(&[("a.pdf", "%PDF-1.7"), ("n.md", "one\n"), ("t.docx", "PK"), ("closed/b.pdf", "%PDF-1.7")]);
    let mut asked = Vec::new();
    let step = session.start("read_file", args);
    let reply = vault.run_with(session, step, |request| {
        let is_asked = matches!(request, Request::Convert { .. } | Request::DrawPage { .. } | Request::Draw { .. });
        is_asked.then(|| {
            asked.push(request.clone());
            answer(request)
        })
    });
    (reply, asked)
}

fn of_page(request: &Request) -> Answer {
    match request {
        Request::Convert { place: Some(Place { page: Some(page), .. }), .. } => page_text(*page),
        Request::DrawPage { .. } => image(Some(9)),
        _ => Answer::Document(Document { text: "whole\n".to_owned(), ..Document::default() }),
    }
}

#[test]
fn a_page_is_read_without_what_is_before_it() {
    let (reply, asked) = call(&mut session(), r#"{"path": "a.pdf", "page": 7}"#, of_page);
    assert_eq!(text(&reply), "1: ## Page 7\n2: \n3: line one of 7\n4: line two\n[page 7 of 9]");
    let [Request::Convert { place: Some(Place { page: Some(7), .. }), .. }] = &*asked else { panic!("{asked:?}") };
    let file = &reply.structured_content.files[0];
    assert_eq!((file.page, file.path.as_str(), file.total_lines), (Some(7), "a.pdf", 4));
    assert_eq!(reply.structured_content.display, "Read lines 1–4 of 4 in page 7 of a.pdf");
}

#[test]
fn a_page_does_not_stand_for_another_or_for_the_document() {
    let mut session = session();
    for (args, first) in [
        (r#"{"path": "a.pdf", "page": 1}"#, "1: ## Page 1"),
        (r#"{"path": "a.pdf", "page": 2}"#, "1: ## Page 2"),
        (r#"{"path": "a.pdf"}"#, "1: whole"),
        (r#"{"path": "a.pdf", "page": 3}"#, "1: ## Page 3"),
    ] {
        let (reply, _) = call(&mut session, args, of_page);
        assert!(text(&reply).starts_with(first), "{args}: {}", text(&reply));
    }
    let (reply, _) =
        call(&mut session, r#"{"files": [{"path": "a.pdf", "page": 1}, {"path": "a.pdf", "page": 2}]}"#, of_page);
    let files = &reply.structured_content.files;
    assert_eq!((files[0].page, files[1].page), (Some(1), Some(2)));
    assert!(text(&reply).contains("## Page 1") && text(&reply).contains("## Page 2"), "{}", text(&reply));
}

#[test]
fn a_page_that_is_cut_is_continued_in_the_page() {
    let config = Config { max_bytes: 20.0, ..Config::default() };
    let (reply, _) = call(&mut opened(&config), r#"{"path": "a.pdf", "page": 7}"#, of_page);
    assert_says(&reply, "continue with page=7, start_line=");
    assert_eq!(reply.structured_content.files[0].next.as_ref().map(|next| next.page), Some(Some(7)));
}

#[test]
fn a_page_past_the_end_is_named_with_those_there_are() {
    for (pages, has, help) in [(4, "4 pages", "use page 1 to 4"), (1, "1 page", "use page 1")] {
        for args in [r#"{"path": "a.pdf", "page": 9}"#, r#"{"path": "a.pdf", "page": 9, "view": "image"}"#] {
            let (reply, _) = call(&mut session(), args, |_| Answer::Fault(Fault::NoPage(pages)));
            let error = reply.structured_content.error.expect("too few pages");
            assert_eq!(error.code, ErrorCode::PastEnd);
            assert_eq!(error.message, format!("page 9 is past the end of \"a.pdf\", which has {has}"));
            assert_eq!(error.help, help);
        }
    }
    let (reply, _) = call(&mut session(), r#"{"path": "a.pdf", "page": 7, "start_line": 90}"#, of_page);
    assert_says(&reply, "past the end of page 7 of \"a.pdf\", which has 4 lines");
    let (reply, _) = call(&mut session(), r#"{"path": "a.pdf", "page": 0}"#, of_page);
    assert_eq!(code(&reply), ErrorCode::InvalidArguments);
}

#[test]
fn what_has_no_pages_says_so() {
    for path in ["n.md", "t.docx"] {
        let (reply, _) = call(&mut session(), &format!(r#"{{"path": "{path}", "page": 2}}"#), of_page);
        let error = reply.structured_content.error.expect("no pages");
        assert_eq!(error.message, format!("page is given, but \"{path}\" has no pages"));
        assert_eq!(error.help, "leave page out");
    }
}

#[test]
fn a_page_is_drawn_and_says_which_of_how_many() {
    let (reply, asked) = call(&mut session(), r#"{"path": "a.pdf", "page": 7, "view": "image"}"#, of_page);
    let [Content::Text { text }, Content::Image { mime_type, .. }] = &*reply.content else { panic!("{reply:?}") };
    assert_eq!((text.as_str(), mime_type.as_str()), ("page 7 of 9, drawn with 10×20 pixels", "image/png"));
    assert!(matches!(&*asked, [Request::DrawPage { page: 7, .. }]), "{asked:?}");
    let (_, asked) = call(&mut session(), r#"{"path": "a.pdf", "view": "image"}"#, of_page);
    assert!(matches!(&*asked, [Request::DrawPage { page: 1, .. }]), "{asked:?}");
}

#[test]
fn a_document_that_was_read_is_drawn_all_the_same() {
    let mut session = session();
    call(&mut session, &path_args("a.pdf"), of_page);
    let (reply, _) = call(&mut session, r#"{"path": "a.pdf", "view": "image"}"#, of_page);
    assert!(matches!(&*reply.content, [_, Content::Image { .. }]), "{reply:?}");
}

#[test]
fn a_host_that_cannot_draw_says_why() {
    let failing = |_: &Request| Answer::Failed("there is no canvas".to_owned());
    let (reply, _) = call(&mut session(), r#"{"path": "a.pdf", "view": "image"}"#, failing);
    let error = reply.structured_content.error.expect("no canvas");
    assert_eq!(error.code, ErrorCode::Unsupported);
    assert_eq!(error.message, "page 1 of \"a.pdf\" cannot be drawn: there is no canvas");
    let (reply, _) = call(&mut session(), r#"{"path": "a.pdf", "view": "image"}"#, |_| Answer::Fault(Fault::Locked));
    assert_says(&reply, "is protected by a password");
}

#[test]
fn what_has_no_image_says_so() {
    for path in ["n.md", "t.docx"] {
        let (reply, _) = call(&mut session(), &format!(r#"{{"path": "{path}", "view": "image"}}"#), of_page);
        let error = reply.structured_content.error.expect("no image");
        assert_eq!(
            error.message,
            format!("there is no image of \"{path}\": only images and pages of PDFs can be seen")
        );
        assert_eq!(error.help, "leave view out to read its text");
    }
}

#[test]
fn an_excluded_document_is_neither_read_nor_drawn() {
    let config = Config { ignore_file: "closed/\n".to_owned(), ..Config::default() };
    for more in [r#""page": 1"#, r#""view": "image""#, r#""page": 1, "view": "image""#] {
        let args = format!(r#"{{"path": "closed/b.pdf", {more}}}"#);
        let (reply, asked) = call(&mut opened(&config), &args, of_page);
        assert_eq!(code(&reply), ErrorCode::Denied, "{more}");
        assert!(asked.is_empty(), "{asked:?}");
    }
}

#[test]
fn a_note_closed_by_its_content_is_not_said_to_have_no_image() {
    let mut vault = Vault::of(&[("a.md", "---\nlectern: false\n---\nx\n")]);
    for more in [r#""page": 1"#, r#""view": "image""#] {
        let reply = vault.call(&mut session(), &format!(r#"{{"path": "a.md", {more}}}"#));
        assert!(text(&reply).starts_with("error[not_found]: no note at"), "{}", text(&reply));
    }
}

#[test]
fn the_outline_says_how_far_a_document_is_read() {
    let unfinished = |text: &str| Document {
        text: text.to_owned(),
        notes: vec!["pages 1-2 of 9 so far; call again".to_owned()],
        unfinished: true,
        ..Document::default()
    };
    let args = r#"{"path": "a.pdf", "view": "outline"}"#;
    for (document, expected) in [
        (
            unfinished("x\ny\n"),
            "[\"a.pdf\" has 2 lines so far and no outline; read its lines instead]\n[pages 1-2 of 9 so far; call again]",
        ),
        (unfinished(""), "[\"a.pdf\" has no text so far]\n[pages 1-2 of 9 so far; call again]"),
        (
            Document { notes: vec!["all its pages are blank".to_owned()], ..Document::default() },
            "[\"a.pdf\" has no text]\n[all its pages are blank]",
        ),
    ] {
        let (reply, _) = call(&mut session(), args, |request| {
            let Request::Convert { format: Format::Pdf, .. } = request else { panic!("{request:?}") };
            Answer::Document(document.clone())
        });
        assert_eq!(text(&reply), expected);
        assert_eq!(reply.structured_content.files[0].truncated, document.unfinished);
    }
}
