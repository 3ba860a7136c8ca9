//! What is shown of web pages.

use crate::support::html::{check, page};

#[test]
fn the_title_comes_first_and_headings_are_parts() {
    let document =
        page("<!DOCTYPE html><head><title> A\n page </title></head><h1>One <i>big</i></h1><p>x<h3>Three</h3>");
    assert_eq!(document.text, "Title: A page\n\n# One big\n\nx\n\n### Three\n");
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, &*part.title)).collect();
    assert_eq!(parts, [(3, 1, "One big"), (7, 3, "Three")]);
}

#[test]
fn white_space_is_collapsed_as_a_browser_does() {
    check(&[
        ("<p> a\n\t b <b> c </b> d </p>", "a b c d"),
        ("a<b>b</b>c", "abc"),
        ("a&nbsp;&nbsp;b", "a b"),
        ("a<br>b <br/> c", "a\nb\nc"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<p> &nbsp; </p>", ""),
    ]);
}

#[test]
fn elements_that_were_left_open_end_where_a_browser_ends_them() {
    check(&[
        ("<p>a<p>b<div>c</div>d", "a\n\nb\nc\nd"),
        ("<b><i>x</b>y</i>z", "xyz"),
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
        ("<h2>a<h3>b</h3>c", "## a\n\n### b\n\nc"),
        ("</p></div></ul></table>a", "a"),
        ("<blockquote>a", "> a"),
        ("<a href=x>a<a href=y>b</a>", "[a](x)[b](y)"),
        ("a<!-- b -->c<!-- <p>d", "ac"),
        ("a < b <3 c", "a < b <3 c"),
    ]);
}

#[test]
fn lists_are_nested_and_numbered() {
    check(&[
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d"),
        ("<ol start=3><li>a<li value=7>b<li>c</ol>", "3. a\n7. b\n8. c"),
        ("<ol><li>a<br>b</ol>", "1. a\n   b"),
        ("<dl><dt>T<dd>one<dd>two<dt>U<dd>x</dl><p>y", "T\n: one\n: two\nU\n: x\n\ny"),
    ]);
}

#[test]
fn links_and_images_are_named() {
    check(&[
        ("<a href='/a'> A <b>page</b></a>.", "[A page](/a)."),
        ("<a href='#top'>top</a> <a href='javascript:x()'>do</a> <a name=x>n</a>", "top do n"),
        ("<a href='https://e.org'>https://e.org</a>", "https://e.org"),
        ("<a href='/a b(c)'>x</a>", "[x](</a b(c)>)"),
        ("<a href='/a'></a>", ""),
        ("<a href=/a><h3>Card</h3><p>Text</p></a>", "### [Card](/a)\n\nText"),
        ("<img alt='A cat' src=c.jpg><img alt='' src=d><img src='/x/e.png?z'>", "[image: A cat][image: e.png]"),
        ("<a href=/a><img alt=logo></a>", "[[image: logo]](/a)"),
        ("<img src='data:image/png;base64,AAAA'>", "[image]"),
    ]);
}

#[test]
fn tables_are_tables() {
    check(&[
        (
            "<table><caption>C</caption><thead><tr><th>A<th>B</thead><tbody><tr><td><p>1</p><p>x</p><td>y|z</table>end",
            "C\n\n| A | B |\n| --- | --- |\n| 1 x | y\\|z |\n\nend",
        ),
        (
            "<table><tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3</table>",
            "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
        ),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "| a | b |\n| --- | --- |\n|  | c |"),
        ("<table><tr><td>a<tr><td>b</table>", "a\nb"),
    ]);
}

#[test]
fn a_table_that_lays_out_a_page_is_none() {
    check(&[
        ("<table><tr><td>menu<td><h1>Title</h1><p>text</table>", "menu\n\n# Title\n\ntext"),
        ("<table><tr><td>a<td>b<table><tr><th>x<th>y</table></table>", "a\nb\n\n| x | y |\n| --- | --- |"),
        ("<table role=presentation><tr><td>a<td>b</table>", "a\nb"),
    ]);
}

#[test]
fn code_keeps_its_form() {
    check(&[
        (
            "<pre><code class='x language-rust'>\nfn a() {\n    1 &lt; 2;\n}\n</code></pre>z",
            "```rust\nfn a() {\n    1 < 2;\n}\n```\n\nz",
        ),
        ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
        ("use <code>a  b</code>, <kbd>C</kbd>", "use `a b`, `C`"),
        ("<ul><li>x<pre>a\n b</pre></ul>", "- x\n\n  ```\n  a\n   b\n  ```"),
    ]);
}

#[test]
fn quotes_rules_powers_and_entities_are_markdown() {
    check(&[
        ("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"),
        ("a<hr>b", "a\n\n---\n\nb"),
        ("x<sup>2</sup> H<sub>2</sub>O", "x^2 H_2O"),
        ("x<sup>-1</sup> y<sup>n + <i>1</i></sup>z<sub>a b</sub>.", "x^-1 y^{n + 1}z_{a b}."),
        (
            "<a href='http://a.b/'>x<sup>a b</sup> y</a> z<sup><a href='http://a.b/'>a b</a></sup>",
            "[x^{a b} y](http://a.b/) z[^a b](http://a.b/)",
        ),
        (
            "a<sup>[1]</sup><sup>[2]</sup> b<sup></sup>c x<sup>a <a href='http://a.b/'>b</sup>c</a>",
            "a^[1]^[2] bc x^{a [b}c](http://a.b/)",
        ),
        ("&eacute;&#233;&#xe9;&amp;&lt;&hellip;&nosuch; &copy", "\u{e9}\u{e9}\u{e9}&<\u{2026}&nosuch; \u{a9}"),
        ("<q>a</q>", "\u{201c}a\u{201d}"),
        ("<math alttext='x^2'><mi>x</mi></math>!", "$x^2$!"),
        ("<math><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></math>!", "$x_1$!"),
    ]);
}

#[test]
fn forms_show_what_a_person_sees() {
    check(&[
        ("<label>Name <input placeholder=yours></label> <input type=hidden value=x>", "Name [input: yours]"),
        ("<select><option>a<option selected>b<option>c</select> d", "[select: b] d"),
        ("<select><option>a</option><option>b</option></select>d", "[select: a] d"),
        (
            "<input type=checkbox checked>on <input type=radio>off <input type=submit value=Go>",
            "[x] on [ ] off [button: Go]",
        ),
        ("<details><summary>More</summary>inside</details>", "More\ninside"),
        ("<textarea>a <b></textarea>", "a <b>"),
    ]);
}

#[test]
fn what_a_browser_does_not_show_is_left_out() {
    check(&[
        ("<style>a{}</style>x<script>if (a<b) '</p>'</script>y<template><p>n</template><noscript>n</noscript>", "xy"),
        ("<svg><title>t</title><style>s</style><desc>n</desc></svg>x<svg/>y", "xy"),
        ("<p hidden>n<p>x", "x"),
        ("<div style='color:red; DISPLAY : none'><div>n</div>n</div>x", "x"),
        ("<span aria-hidden=true>n<span>n</span>n</span>x", "x"),
        ("<ul><li hidden>n<ul><li>n</ul><li>x</ul>y", "- x\n\ny"),
        ("<div><p hidden>n</div>x", "x"),
        ("<div><span hidden>n</div>x", "x"),
        ("<div hidden><img><br><input></div>x", "x"),
        ("<body style='display:none'>x", "x"),
        ("<video><p>n</video>x", "[video] x"),
    ]);
}

#[test]
fn the_encoding_is_found() {
    let e = "\u{e9}";
    for (bytes, encoding) in [
        (&b"<p>\xc3\xa9"[..], None),
        (b"<meta charset=windows-1252><p>\xc3\xa9", None),
        (b"<p>\xe9", Some("windows-1252")),
        (b"<meta charset=\"iso-8859-2\"><p>\xe9", Some("ISO-8859-2")),
        (b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'><p>\xc5", Some("KOI8-R")),
        (b"\xff\xfe<\0p\0>\0\xe9\0", Some("UTF-16LE")),
        (b"\xfe\xff\0<\0p\0>\0\xe9", Some("UTF-16BE")),
        (b"\xef\xbb\xbf<p>\xc3\xa9", None),
    ] {
        let document = page(bytes);
        let expected = if encoding == Some("KOI8-R") { "\u{435}" } else { e };
        assert_eq!((document.text.trim(), document.encoding.as_deref()), (expected, encoding), "{bytes:?}");
    }
}

#[test]
fn an_empty_page_has_a_note() {
    for html in ["", "<html></html>", "<script>x</script>"] {
        assert_eq!(page(html).notes, ["the page has no text"], "{html}");
    }
}
