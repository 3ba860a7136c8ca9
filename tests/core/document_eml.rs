//! E-mails and web archives: who wrote what to whom, and what is attached.

use lectern_document::kind::{self, FileKind};
use lectern_document::{Document, Fault, Format, read};

fn eml(message: impl AsRef<[u8]>) -> Document {
    read(Format::Eml, message.as_ref()).expect("it is a message")
}

fn text(message: &str) -> String {
    eml(message.replace('\n', "\r\n")).text
}

#[test]
fn it_is_known_by_its_name() {
    let eml = FileKind::Document(Format::Eml);
    assert_eq!(kind::of("a.eml", b"From: a@e.org\n\ntext"), eml);
    assert_eq!(kind::of("a.eml", b"From: a@e.org\n\ncaf\xe9"), eml);
    assert_eq!(kind::of("a.mhtml", b"From: a@e.org\n\ntext"), eml);
    assert_eq!(kind::of("a.md", b"From: a@e.org\n\ntext"), FileKind::Text);
    // Web pages in older encodings are web pages too.
    assert_eq!(kind::of("a.html", b"<p>caf\xe9"), FileKind::Document(Format::Html));
    assert_eq!(kind::of("a.html", b"\xff\xfe<\0p\0>\0a\0"), FileKind::Document(Format::Html));
}

#[test]
fn the_header_comes_first() {
    let document = eml(
        "From x@y Mon\nReceived: from a\n by b\nFROM: =?utf-8?Q?J=C3=B6rg_M?= <j@e.org>\nTo: a@e.org,\n b@e.org\ncc: c@e.org\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: =?iso-8859-1?B?R3L832Uh?=\n =?iso-8859-1?q?_und?= mehr\nX-Other: x\n\nHello\n\n\nyou\n",
    );
    assert_eq!(
        document.text,
        "From: Jörg M <j@e.org>\nTo: a@e.org, b@e.org\nCc: c@e.org\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: Grüße! und mehr\n\nHello\n\n\nyou\n"
    );
    assert_eq!((document.parts[0].line, document.parts[0].title.as_str()), (1, "Grüße! und mehr"));
    // A character may be torn over two words.
    assert_eq!(text("Subject: =?utf-8?B?w?= =?utf-8?Q?=C3?= =?utf-8?Q?=A9?=\n\n"), "Subject: é\n");
    assert_eq!(text("Subject: a =?x-unknown?Q?b?= =?utf-8?X?c?= =?d\n\n"), "Subject: a b =?utf-8?X?c?= =?d\n");
}

#[test]
fn a_file_that_is_no_message_is_shown_as_it_is() {
    let document = eml("no header\nhere");
    assert_eq!(document.text, "no header\nhere\n");
    assert!(document.notes[0].contains("it does not begin as a message does"), "{:?}", document.notes);
    assert!(matches!(read(Format::Eml, b"\0\x01\x02\x03\x04\x05"), Err(Fault::Broken(_))));
}

#[test]
fn bodies_are_decoded() {
    for (header, body, expected) in [
        (
            "Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; charset=utf-8",
            "Gr=C3=BC=\n=C3=9Fe=zz =3d",
            "Grüße=zz =\n",
        ),
        ("Content-Transfer-Encoding: BASE64\nContent-Type: text/plain; charset=\"koi8-r\"", "8NLJ\n18XU", "Привет\n"),
        ("Content-Type: text/plain; charset=us-ascii", "naïve", "naïve\n"),
        ("Content-Type: text/plain; charset=iso-2022-jp", "\u{1b}$B4A;z\u{1b}(B", "漢字\n"),
        ("Content-Type: text/plain; charset=utf-16le\nContent-Transfer-Encoding: base64", "VABlAHMAdAAKAA==", "Test\n"),
        ("X: y", "plain", "plain\n"),
        (
            "Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable",
            "<title>T</title><p>caf=E9 <b>b</b>",
            "Title: T\n\ncafé b\n",
        ),
        ("Content-Type: text/html", "<meta charset=utf-8><p>é", "é\n"),
    ] {
        assert_eq!(text(&format!("From: a\n{header}\n\n{body}")), format!("From: a\n\n{expected}"), "{header}");
    }
    assert_eq!(
        eml(b"From: a\n\nPr\xeates-moi caf\xe9 et th\xe9, s'il vous pla\xeet".as_slice()).text,
        "From: a\n\nPrêtes-moi café et thé, s'il vous plaît\n"
    );
}

const MIXED: &str = "Subject: s
Content-Type: multipart/mixed; boundary=\"=_x\"

preamble
--=_x
Content-Type: multipart/alternative; boundary=y

--y
Content-Type: text/plain

plain
--y
Content-Type: text/html

<p>html
--y--
--=_x
Content-Type: application/pdf; name=\"old.pdf\"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename*0*=utf-8''Gr%C3%BC; filename*1=\"e.pdf\"

AAAA
AAAA
--=_x
Content-Type: image/png; name==?utf-8?Q?=C3=A9.png?=

123
--=_x
Content-Type: message/rfc822

From: inner@e.org
Subject: inner

deep
--=_x--
epilogue
";

#[test]
fn the_plain_text_is_shown_and_attachments_are_listed() {
    let document = eml(MIXED);
    assert_eq!(
        document.text,
        "Subject: s\n\nplain\n\n[attachment: Grüe.pdf, application/pdf, 6 bytes]\n[attachment: é.png, image/png, 3 bytes]\n\nFrom: inner@e.org\nSubject: inner\n\ndeep\n"
    );
    assert_eq!(document.parts.iter().map(|part| (part.line, part.level)).collect::<Vec<_>>(), [(1, 1), (8, 2)]);
    assert_eq!(document.notes, Vec::<String>::new());
}

#[test]
fn html_is_shown_where_there_is_no_plain_text() {
    let message = "Content-Type: multipart/alternative; boundary=y\n\n--y\nContent-Type: text/plain\n\n \n--y\nContent-Type: multipart/related; boundary=z\n\n--z\nContent-Type: text/html\n\n<h1>Title</h1>html\n--z\nContent-Type: image/png\nContent-ID: <a>\n\n123\n--z--\n--y--\n";
    let document = eml(message);
    assert_eq!(document.text, "# Title\n\nhtml\n");
    assert_eq!(document.parts[0].line, 1);
    assert_eq!(document.notes, ["1 image or other file of the page is left out"]);
}

#[test]
fn what_is_damaged_is_shown_as_far_as_it_comes() {
    assert_eq!(
        text("From: a\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nthe end is missing"),
        "From: a\n\nthe end is missing\n"
    );
    assert_eq!(text("From: a\nContent-Type: multipart/mixed\n\nno boundary"), "From: a\n\nno boundary\n");
    assert_eq!(text("From: a\nContent-Type: multipart/mixed; boundary=x\n\nno part"), "From: a\n\nno part\n");
    assert_eq!(eml("From: a\n").notes, ["the message has no text"]);
    assert_eq!(eml("From: a").text, "From: a\n");
}

#[test]
fn depth_and_number_are_bounded() {
    let nested = |kind: &str| {
        let parts = (0..2000).map(|at| format!("Content-Type: {kind}; boundary=b{at}\n\n--b{at}\n"));
        eml(format!("From: a\n{}\ndeep", parts.collect::<String>()))
    };
    assert_eq!(
        nested("multipart/mixed").notes,
        ["parts are nested more than 20 deep, and deeper ones are left out", "the message has no text"]
    );
    assert!(nested("message/rfc822").text.len() < 1_000_000);
    let many = eml(format!(
        "From: a\nContent-Type: multipart/mixed; boundary=x\n\n{}",
        "--x\nContent-Type: a/b\n\n1\n".repeat(20_000)
    ));
    assert_eq!(many.notes[0], "only the first 10,000 parts are shown");
    let wide = eml(format!("To: {}\n\ntext", "someone@e.org, ".repeat(10_000)));
    assert!(wide.text.len() < 5000);
    assert!(eml(format!("{}\n\ntext", "From: a\n".repeat(100_000))).text.len() < 100);
}

#[test]
fn of_a_long_message_as_much_as_fits_is_shown() {
    const LIMIT: usize = 16 * 1024 * 1024;
    let lines = "a line of a long message\n".repeat(800_000);
    let page = "<p>a paragraph of a long page".repeat(800_000);
    let one_line = "a word ".repeat(3_000_000);
    for (header, body) in [
        ("text/plain", &lines),
        ("text/html", &page),
        ("text/plain", &one_line),
        ("multipart/mixed; boundary=x", &format!("--x\n\n{lines}\n--x\nContent-Type: text/html\n\n{page}")),
    ] {
        let document = eml(format!("Subject: s\nContent-Type: {header}\n\n{body}"));
        assert!((LIMIT - 100..=LIMIT).contains(&document.text.len()), "{header}: {}", document.text.len());
        assert_eq!(document.notes, ["only the first 16 MB of its text are shown"], "{header}");
    }
}

#[test]
fn pieces_of_encoded_text_may_end_anywhere() {
    let unit = "Gr\u{fc}\u{df}e, \u{20ac} 5, \u{1f600}; ";
    let quoted = unit.bytes().map(|byte| format!("={byte:02X}")).collect::<Vec<_>>().concat();
    for shift in 0..4 {
        let start = "x".repeat(shift);
        let body = format!("{start}{}", format!("{quoted}=\r\n").repeat(3000));
        let header = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable";
        let document = eml(format!("Subject: s\n{header}\n\n{body}"));
        assert_eq!(document.text, format!("Subject: s\n\n{start}{}\n", unit.repeat(3000).trim_end()), "{shift}");
    }
    let page = eml("Subject: s\nContent-Type: text/plain; charset=koi8-r\n\n"
        .bytes()
        .chain(std::iter::repeat_n(0xc1, 100_000))
        .collect::<Vec<_>>());
    assert_eq!(page.text, format!("Subject: s\n\n{}\n", "\u{430}".repeat(100_000)));
}
