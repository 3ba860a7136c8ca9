//! Word's formulas, written as LaTeX.

use crate::support::docx::{docx, lines, open};

fn r(text: &str) -> String {
    format!("<m:r><m:t>{text}</m:t></m:r>")
}

/// An element with these children, each a name and its content.
fn el(name: &str, properties: &str, children: &[(&str, String)]) -> String {
    let children: Vec<String> =
        children.iter().map(|(name, content)| format!("<m:{name}>{content}</m:{name}>")).collect();
    let children = children.concat();
    format!("<m:{name}><m:{name}Pr>{properties}<m:ctrlPr/></m:{name}Pr>{children}</m:{name}>")
}

fn latex(content: &str) -> String {
    lines(&format!("<w:p><m:oMath>{content}</m:oMath></w:p>")).concat()
}

#[test]
fn each_structure_is_written_as_latex() {
    let sets = |name: &str, value: &str| format!(r#"<m:{name} m:val="{value}"/>"#);
    let half = el("f", "", &[("num", r("1")), ("den", r("2"))]);
    let sum = [("sub", r("i=1")), ("sup", r("n")), ("e", r("i"))];
    let rows = |of: &str| format!("<m:e>{}</m:e><m:e>{}</m:e>", r(of), r("0"));
    let limit = el("limLow", "", &[("e", r("lim")), ("lim", r("n→∞"))]);
    for (content, expected) in [
        (r("E=mc"), "$E=mc$"),
        (half.clone(), r"$\frac{1}{2}$"),
        (el("f", &sets("type", "lin"), &[("num", r("1")), ("den", r("2"))]), "$1/2$"),
        (el("f", &sets("type", "noBar"), &[("num", r("n")), ("den", r("k"))]), r"${n \atop k}$"),
        (el("sSup", "", &[("e", r("x")), ("sup", r("2"))]), "$x^2$"),
        (el("sSub", "", &[("e", r("x")), ("sub", r("i+1"))]), "$x_{i+1}$"),
        (el("sSubSup", "", &[("e", r("a+b")), ("sub", r("1")), ("sup", r("10"))]), "${a+b}_1^{10}$"),
        (el("sPre", "", &[("sub", r("1")), ("sup", r("2")), ("e", r("X"))]), "${}_1^2X$"),
        (el("rad", &sets("degHide", "1"), &[("deg", String::new()), ("e", r("x"))]), r"$\sqrt{x}$"),
        (el("rad", "", &[("deg", r("3")), ("e", r("x"))]), r"$\sqrt[3]{x}$"),
        (el("nary", &sets("chr", "∑"), &sum), r"$\sum_{i=1}^n i$"),
        (el("nary", "", &[("sub", String::new()), ("sup", String::new()), ("e", r("x"))]), r"$\int x$"),
        (el("d", "", &[("e", r("x")), ("e", r("y"))]), "$(x|y)$"),
        (el("d", &(sets("begChr", "[") + &sets("endChr", "]")), &[("e", half.clone())]), r"$\left[\frac{1}{2}\right]$"),
        (el("d", &(sets("begChr", "{") + &sets("endChr", "")), &[("e", r("x"))]), r"$\left\{x\right.$"),
        (el("m", "", &[("mr", rows("1")), ("mr", rows("2"))]), r"$\begin{matrix}1 & 0 \\ 2 & 0\end{matrix}$"),
        (el("eqArr", "", &[("e", r("x&amp;=1")), ("e", r("y&amp;=2"))]), r"$\begin{aligned}x&=1 \\ y&=2\end{aligned}$"),
        (el("eqArr", "", &[("e", r("x=1#(2)"))]), r"$\begin{aligned}x=1\quad (2)\end{aligned}$"),
        (r("a\u{200B}\u{2062}b"), "$ab$"),
        (el("func", "", &[("fName", r("sin")), ("e", r("x"))]), r"$\sin x$"),
        (el("func", "", &[("fName", limit), ("e", r("x"))]), r"$\lim_{n→∞} x$"),
        (el("limUpp", "", &[("e", r("=")), ("lim", r("def"))]), r"$\overset{def}{=}$"),
        (el("acc", &sets("chr", "\u{305}"), &[("e", r("x"))]), r"$\bar{x}$"),
        (el("acc", &sets("chr", "^"), &[("e", r("x"))]), r"$\overset{ˆ}{x}$"),
        (el("acc", "", &[("e", r("x"))]), r"$\hat{x}$"),
        (el("bar", &sets("pos", "top"), &[("e", r("AB"))]), r"$\overline{AB}$"),
        (el("groupChr", "", &[("e", r("ab"))]), r"$\underbrace{ab}$"),
        (el("borderBox", "", &[("e", r("x"))]), r"$\boxed{x}$"),
        (el("box", "", &[("e", r("x"))]), "$x$"),
        (el("limLow", "", &[("e", r("x_1")), ("lim", r("a"))]), r"$\underset{a}{x\_1}$"),
        (el("d", &sets("begChr", "<"), &[("e", half.clone())]), r"$<\frac{1}{2})$"),
        (el("sSup", "", &[("e", r("f")), ("sup", r("′′"))]), "$f''$"),
        (r(r"a\b^c~d"), "$a∖bˆc∼d$"),
        (r("50%_{a}"), r"$50\%\_\{a\}$"),
        (r"<m:r><m:rPr><m:nor/></m:rPr><m:t>if x</m:t></m:r>".to_owned() + &r("y"), r"$\text{if x}y$"),
        (format!("{}<w:del>{}</w:del><w:ins>{}</w:ins>", r("a"), r("b"), r("c")), "$ac$"),
        (String::new(), ""),
    ] {
        assert_eq!(latex(&content), expected, "{content}");
    }
}

#[test]
fn a_formula_of_its_own_is_set_apart() {
    let para = |content: &str| format!("<w:p><m:oMathPara>{content}</m:oMathPara></w:p>");
    let of = |text: &str| format!("<m:oMath>{}</m:oMath>", r(text));
    assert_eq!(lines(&para(&of("x"))), ["$$x$$"]);
    assert_eq!(lines(&format!("<w:p><w:r><w:t>so</w:t></w:r>{}{}</w:p>", of("x"), of("y"))), ["so$x$ $y$"]);
    let raised = r#"<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>"#;
    assert_eq!(lines(&format!("<w:p><w:r>{raised}<w:t>2</w:t></w:r>{}</w:p>", of("x"))), ["^2$x$"]);
}

#[test]
fn a_formula_that_is_deep_long_or_broken_is_read_as_far_as_it_goes() {
    let deep = format!("{}{}{}", "<m:sSup><m:e>".repeat(200), r("x"), "</m:e><m:sup/></m:sSup>".repeat(200));
    assert_eq!(latex(&deep), "$x$");
    let many = el("f", "", &[("num", r("1")), ("den", r("2"))]).repeat(50_000);
    let document = open(&docx(&format!("<w:p><m:oMath>{many}</m:oMath></w:p>"))).unwrap();
    assert!(document.text.len() < 200_000, "{}", document.text.len());
    assert_eq!(document.notes, ["one paragraph or table row was too long and is cut"]);
    let broken = open(&docx(&format!("<w:p><m:oMath>{}<m:f><m:num>{}</m:x>", r("a"), r("b")))).unwrap();
    assert_eq!(broken.text, "$a\\frac{b}{}$\n");
}
