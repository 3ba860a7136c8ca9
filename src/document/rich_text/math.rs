//! Formulas, written as LaTeX. Letters and signs stay the characters that they are.

use crate::draft::Stop;
use crate::xml::Xml;

/// Maximum length of a formula in bytes, with 32 bytes for each structure in it.
const MAX_BYTES: usize = 64 * 1024;
/// Maximum nesting depth of structures. Deeper ones are just their text. Each level copies its text once.
const MAX_LEVELS: usize = 16;

/// The commands for operators, brackets and accents.
const COMMANDS: &[(&str, &str)] = &[
    ("∫", r"\int"),
    ("∬", r"\iint"),
    ("∭", r"\iiint"),
    ("∮", r"\oint"),
    ("∑", r"\sum"),
    ("∏", r"\prod"),
    ("∐", r"\coprod"),
    ("⋃", r"\bigcup"),
    ("⋂", r"\bigcap"),
    ("⋁", r"\bigvee"),
    ("⋀", r"\bigwedge"),
    ("", "."),
    ("{", r"\{"),
    ("}", r"\}"),
    ("⟨", r"\langle "),
    ("⟩", r"\rangle "),
    ("⌊", r"\lfloor "),
    ("⌋", r"\rfloor "),
    ("⌈", r"\lceil "),
    ("⌉", r"\rceil "),
    ("‖", r"\|"),
    ("∥", r"\|"),
    ("∣", "|"),
    ("\u{300}", r"\grave"),
    ("\u{301}", r"\acute"),
    ("\u{302}", r"\hat"),
    ("\u{303}", r"\tilde"),
    ("\u{304}", r"\bar"),
    ("\u{305}", r"\bar"),
    ("\u{306}", r"\breve"),
    ("\u{307}", r"\dot"),
    ("\u{308}", r"\ddot"),
    ("\u{30A}", r"\mathring"),
    ("\u{30C}", r"\check"),
    ("\u{331}", r"\underline"),
    ("\u{332}", r"\underline"),
    ("\u{20D7}", r"\vec"),
    ("⏞", r"\overbrace"),
    ("︷", r"\overbrace"),
    ("⏟", r"\underbrace"),
    ("︸", r"\underbrace"),
    ("¯", r"\bar"),
];

/// The brackets that LaTeX can make larger. Empty is a bracket that is not there.
const BRACKETS: [&str; 18] = ["", "(", ")", "[", "]", "{", "}", "|", "/", "⟨", "⟩", "⌊", "⌋", "⌈", "⌉", "‖", "∥", "∣"];

/// Names of functions that are commands.
const FUNCTIONS: &str = " sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan ln log exp lim max min sup inf \
    det dim ker gcd arg deg ";

/// Reads the element `oMath` that was just opened, and appends its LaTeX to `out`, also if an error ends it. Returns
/// whether the formula is whole.
pub(crate) fn read(xml: &mut Xml<'_>, out: &mut String) -> (bool, Result<(), Stop>) {
    let mut formula = Formula { left: MAX_BYTES, is_whole: true };
    let end = formula.content(xml, out, 0);
    (formula.is_whole, end)
}

/// What a structure is made of: its arguments or its properties, by name.
type Named = Vec<(String, String)>;

struct Formula {
    /// Number of bytes that the rest of the formula may take.
    left: usize,
    is_whole: bool,
}

impl Formula {
    fn spend(&mut self, len: usize) -> bool {
        self.is_whole &= len <= self.left;
        self.left = self.left.saturating_sub(len);
        self.is_whole
    }

    /// Reads the content of the element that was just opened.
    fn content(&mut self, xml: &mut Xml<'_>, out: &mut String, level: usize) -> Result<(), Stop> {
        let (inside, mut is_words, mut is_hidden) = (xml.depth(), false, false);
        while xml.opens(inside)? {
            match xml.name() {
                "r" => (is_words, is_hidden) = (false, false),
                "nor" => is_words = xml.is_on(),
                "vanish" => is_hidden = xml.is_on(),
                "t" => {
                    let text = xml.whole_text()?;
                    if !is_hidden && self.spend(text.len()) {
                        let (before, after) = if is_words { (r"\text{", "}") } else { ("", "") };
                        out.extend([before, &escaped(&text), after]);
                    }
                }
                "del" | "moveFrom" | "delText" | "instrText" | "ctrlPr" => xml.skip()?,
                "f" | "sSup" | "sSub" | "sSubSup" | "sPre" | "rad" | "nary" | "d" | "m" | "eqArr" | "func"
                | "limLow" | "limUpp" | "acc" | "bar" | "groupChr" | "borderBox"
                    if level < MAX_LEVELS =>
                {
                    self.structure(xml, out, level + 1)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn structure(&mut self, xml: &mut Xml<'_>, out: &mut String, level: usize) -> Result<(), Stop> {
        let name = xml.name().to_owned();
        let (mut parts, mut signs) = (Named::new(), Named::new());
        let end = self.parts(xml, &mut parts, &mut signs, level);
        if self.spend(32) {
            out.push_str(&written(&name, &parts, &signs));
        }
        end
    }

    fn parts(&mut self, xml: &mut Xml<'_>, parts: &mut Named, signs: &mut Named, level: usize) -> Result<(), Stop> {
        let inside = xml.depth();
        while xml.opens(inside)? {
            match xml.name() {
                "e" | "num" | "den" | "sub" | "sup" | "deg" | "fName" | "lim" => {
                    let (name, mut text) = (xml.name().to_owned(), String::new());
                    let end = self.content(xml, &mut text, level);
                    if self.spend(4) {
                        parts.push((name, text));
                    }
                    end?;
                }
                // A row of a matrix. Rows do not nest in rows.
                "mr" if level <= MAX_LEVELS => {
                    let mut text = String::new();
                    let end = self.structure(xml, &mut text, level + 1);
                    parts.push(("e".to_owned(), text));
                    end?;
                }
                "chr" | "begChr" | "endChr" | "sepChr" | "type" | "pos" if self.spend(8) => {
                    let value = xml.short("val", 8);
                    signs.push((xml.name().to_owned(), value));
                }
                "ctrlPr" => xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }
}

fn written(name: &str, parts: &Named, signs: &Named) -> String {
    let part = |name: &str| parts.iter().find(|(other, _)| other == name).map_or("", |(_, text)| text.trim());
    let sign = |name: &str| signs.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    let all = |between: &str| {
        let parts: Vec<&str> = parts.iter().filter(|(name, _)| name == "e").map(|(_, text)| text.as_str()).collect();
        parts.join(between)
    };
    let e = part("e");
    let scripts = || script('_', part("sub")) + &script('^', part("sup"));
    match name {
        "f" => {
            let (num, den) = (part("num"), part("den"));
            match sign("type") {
                Some("lin") => format!("{num}/{den}"),
                Some("noBar") => format!(r"{{{num} \atop {den}}}"),
                _ => format!(r"\frac{{{num}}}{{{den}}}"),
            }
        }
        "sSup" | "sSub" | "sSubSup" => base(e) + &scripts(),
        "sPre" => format!("{{}}{}{}", scripts(), base(e)),
        "rad" if part("deg").is_empty() => format!(r"\sqrt{{{e}}}"),
        "rad" => format!(r"\sqrt[{}]{{{e}}}", part("deg")),
        "nary" => format!("{}{} {e}", command(sign("chr").unwrap_or("∫")), scripts()),
        "d" => {
            let (begin, end) = (sign("begChr").unwrap_or("("), sign("endChr").unwrap_or(")"));
            let inner = all(sign("sepChr").unwrap_or("|"));
            if ![begin, end].iter().all(|it| BRACKETS.contains(it)) {
                return format!("{}{inner}{}", escaped(begin), escaped(end));
            }
            let is_plain = !inner.contains('\\') && !begin.is_empty() && !end.is_empty();
            let (begin, end) = (command(begin), command(end));
            if is_plain { format!("{begin}{inner}{end}") } else { format!(r"\left{begin}{inner}\right{end}") }
        }
        "m" => format!(r"\begin{{matrix}}{}\end{{matrix}}", all(r" \\ ")),
        "mr" => all(" & "),
        // Here `&` aligns the lines, and `#` comes before the number of a line.
        "eqArr" => {
            let lines = all(r" \\ ").replace(r"\&", "&").replace(r"\#", r"\quad ");
            format!(r"\begin{{aligned}}{lines}\end{{aligned}}")
        }
        "func" => format!("{} {e}", function(part("fName"))),
        "limLow" if is_function(e) => format!(r"\{e}{}", script('_', part("lim"))),
        "limLow" => format!(r"\underset{{{}}}{{{e}}}", part("lim")),
        "limUpp" => format!(r"\overset{{{}}}{{{e}}}", part("lim")),
        "bar" if sign("pos") == Some("top") => format!(r"\overline{{{e}}}"),
        "bar" => format!(r"\underline{{{e}}}"),
        "borderBox" => format!(r"\boxed{{{e}}}"),
        // An accent, or a brace above or below.
        _ => match command(sign("chr").unwrap_or(if name == "acc" { "\u{302}" } else { "⏟" })) {
            command if command.starts_with('\\') => format!("{command}{{{e}}}"),
            over if name == "acc" || sign("pos") == Some("top") => format!(r"\overset{{{}}}{{{e}}}", escaped(over)),
            under => format!(r"\underset{{{}}}{{{e}}}", escaped(under)),
        },
    }
}

/// A subscript or superscript. LaTeX needs braces around more than one character.
fn script(sign: char, text: &str) -> String {
    match text.chars().count() {
        _ if sign == '^' && text.chars().all(|letter| matches!(letter, '\'' | '′')) => text.replace('′', "'"),
        1 => format!("{sign}{text}"),
        0 => String::new(),
        _ => format!("{sign}{{{text}}}"),
    }
}

/// What a subscript or superscript belongs to.
fn base(text: &str) -> String {
    let is_one = text.chars().all(char::is_alphanumeric) || text.chars().nth(1).is_none();
    let has_brackets = text.starts_with(r"\left") || (text.starts_with('(') && text.ends_with(')'));
    if is_function(text) {
        format!(r"\{text}")
    } else if is_one || has_brackets {
        text.to_owned()
    } else {
        format!("{{{text}}}")
    }
}

/// The name of a function.
fn function(text: &str) -> String {
    let is_word = text.len() > 1 && text.chars().all(char::is_alphabetic);
    match text {
        name if is_function(name) => format!(r"\{name}"),
        name if is_word => format!(r"\operatorname{{{name}}}"),
        other => other.to_owned(),
    }
}

fn is_function(text: &str) -> bool {
    !text.contains(' ') && FUNCTIONS.contains(&format!(" {text} "))
}

fn command(sign: &str) -> &str {
    COMMANDS.iter().find(|(other, _)| *other == sign).map_or(sign, |(_, command)| command)
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            // Signs that look alike and are no commands.
            '\\' => out.push('∖'),
            '^' => out.push('ˆ'),
            '~' => out.push('∼'),
            '{' | '}' | '$' | '%' | '#' | '_' | '&' => out.extend(['\\', letter]),
            '\n' => out.push(' '),
            // Invisible operators and spaces.
            '\u{2061}'..='\u{2064}' | '\u{200B}' => {}
            _ => out.push(letter),
        }
    }
    out
}
