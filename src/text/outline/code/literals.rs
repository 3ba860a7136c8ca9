//! Literals and other syntax that the syntax table cannot describe, by language.

use super::Language;
use super::lexer::{Lexer, TokenKind, find, is_word};
use super::syntax::Quote;

/// Maximum depth of nested template strings. Deeper ones are treated as text.
const MAX_TEMPLATES: usize = 100;

impl Lexer<'_> {
    /// Consumes the literal that starts here, if any.
    pub(super) fn literal(&mut self, is_first: bool) -> Option<TokenKind> {
        let rest = self.rest();
        let byte = *rest.first()?;
        match self.language {
            Language::Rust if matches!(byte, b'r' | b'b' | b'c' | b'\'') => self.rust(byte),
            Language::JavaScript => self.javascript(byte),
            Language::Cpp | Language::CSharp if byte == b'#' && is_first => Some(self.directive()),
            Language::Cpp if matches!(byte, b'R' | b'L' | b'u' | b'U') => self.raw_cpp(),
            Language::CSharp if matches!(byte, b'@' | b'$') => self.verbatim(),
            Language::Swift if byte == b'#' => self.hashed(b'"'),
            Language::Dart if rest.starts_with(b"r'") || rest.starts_with(b"r\"") => {
                self.at += 1;
                let open = if rest[1] == b'\'' { "'" } else { "\"" };
                self.quoted(&Quote { open, escapes: false, has_lines: false, code: None })
            }
            Language::Php => self.php(byte),
            Language::Sql if byte == b'$' => self.dollars(),
            _ => None,
        }
        .or_else(|| self.any_quote())
    }

    fn any_quote(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        let quote = self.syntax.quotes.iter().find(|quote| rest.starts_with(quote.open.as_bytes()))?;
        if self.language == Language::Rust && quote.open == "'" { None } else { self.quoted(quote) }
    }

    fn quoted(&mut self, quote: &Quote) -> Option<TokenKind> {
        (self.at >= self.refuted && self.string(quote)).then_some(TokenKind::Text)
    }

    /// Character literals such as `'a'`, but not lifetimes such as `'a`. Raw strings such as `r#"…"#` and `br"…"`.
    fn rust(&mut self, byte: u8) -> Option<TokenKind> {
        let rest = self.rest();
        if byte == b'\'' {
            let len = match rest.get(1)? {
                // The longest escape is `'\u{10ffff}'`.
                b'\\' => 3 + rest.iter().skip(3).take(10).position(|&byte| byte == b'\'')?,
                first => match first {
                    0..0x80 => 2,
                    0x80..0xe0 => 3,
                    0xe0..0xf0 => 4,
                    _ => 5,
                },
            };
            if rest.get(len) != Some(&b'\'') {
                return None;
            }
            self.advance(len + 1);
            return Some(TokenKind::Text);
        }
        let prefix = rest.iter().take(2).take_while(|byte| matches!(byte, b'r' | b'b' | b'c')).count();
        if rest[prefix - 1] != b'r' {
            return None;
        }
        self.at += prefix;
        let taken = self.hashed(b'"');
        if taken.is_none() {
            self.at -= prefix;
        }
        taken
    }

    /// Consumes a string between two `quote` bytes with the same number of `#` on both sides, such as `#"…"#`.
    fn hashed(&mut self, quote: u8) -> Option<TokenKind> {
        let rest = self.rest();
        let hashes = rest.iter().take(256).take_while(|&&byte| byte == b'#').count();
        if rest.get(hashes) != Some(&quote) {
            return None;
        }
        let mut end = vec![quote];
        end.extend(&rest[..hashes]);
        self.at += hashes + 1;
        self.skip_past(&end);
        Some(TokenKind::Text)
    }

    fn javascript(&mut self, byte: u8) -> Option<TokenKind> {
        match byte {
            b'`' => Some(self.template()),
            b'{' => {
                if let Some(open) = self.templates.last_mut() {
                    *open += 1;
                }
                None
            }
            b'}' => {
                let open = self.templates.last_mut()?;
                if *open > 0 {
                    *open -= 1;
                    return None;
                }
                self.templates.pop();
                Some(self.template())
            }
            b'/' if self.at >= self.refuted && self.may_be_pattern() => self.pattern(),
            _ => None,
        }
    }

    /// Consumes the text of a template string up to its end or to embedded code.
    fn template(&mut self) -> TokenKind {
        let rest = self.rest();
        // Skip the quote, or the brace that closes the embedded code.
        let mut at = 1;
        while let Some(&byte) = rest.get(at) {
            at += match byte {
                b'\\' => 2,
                b'`' => {
                    at += 1;
                    break;
                }
                b'$' if rest.get(at + 1) == Some(&b'{') && self.templates.len() < MAX_TEMPLATES => {
                    self.templates.push(0);
                    at += 2;
                    break;
                }
                _ => 1,
            };
        }
        self.advance(at);
        TokenKind::Text
    }

    /// Whether a `/` here starts a regular expression.
    fn may_be_pattern(&self) -> bool {
        let Some(before) = self.before else { return true };
        match before.kind {
            TokenKind::Punct(byte) => !matches!(byte, b')' | b']' | b'}'),
            TokenKind::Word => matches!(
                &self.text[before.start..before.end],
                b"return"
                    | b"typeof"
                    | b"case"
                    | b"in"
                    | b"of"
                    | b"delete"
                    | b"void"
                    | b"throw"
                    | b"new"
                    | b"else"
                    | b"do"
            ),
            _ => false,
        }
    }

    fn pattern(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        let (mut at, mut in_class) = (1, false);
        while let Some(&byte) = rest.get(at) {
            match byte {
                b'\n' => break,
                b'\\' => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at += at + 1;
                    return Some(TokenKind::Text);
                }
                _ => {}
            }
            at += 1;
        }
        self.refuted = self.at + at;
        None
    }

    /// Consumes a preprocessor line with its continuation lines.
    fn directive(&mut self) -> TokenKind {
        let never = self.rest().starts_with(b"#if 0");
        let name: Vec<u8> =
            self.rest()[1..].trim_ascii_start().iter().take(8).copied().take_while(|&b| is_word(b)).collect();
        loop {
            self.skip_line();
            let line = &self.text[..self.at];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !line.ends_with(b"\\") || self.at == self.text.len() {
                break;
            }
            self.advance(1);
        }
        match name.as_slice() {
            b"if" if never => TokenKind::Never,
            b"if" | b"ifdef" | b"ifndef" => TokenKind::If,
            b"else" | b"elif" | b"elifdef" | b"elifndef" => TokenKind::Else,
            b"endif" => TokenKind::EndIf,
            _ => TokenKind::Nothing,
        }
    }

    /// Consumes a raw string `R"mark(…)mark"`, with an optional encoding prefix.
    fn raw_cpp(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        let prefix =
            [&b"R\""[..], b"LR\"", b"uR\"", b"UR\"", b"u8R\""].into_iter().find(|open| rest.starts_with(open))?;
        // The standard allows 16 characters.
        let mark = rest[prefix.len()..].iter().take(17).position(|&byte| byte == b'(')?;
        let mut end = vec![b')'];
        end.extend(&rest[prefix.len()..prefix.len() + mark]);
        end.push(b'"');
        self.at += prefix.len() + mark;
        self.skip_past(&end);
        Some(TokenKind::Text)
    }

    /// Consumes a verbatim string `@"…"` or `$@"…"`. Backslashes are literal, and `""` is a quote.
    fn verbatim(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        let open = [&b"@\""[..], b"$@\"", b"@$\""].into_iter().find(|open| rest.starts_with(open))?;
        self.at += open.len();
        loop {
            self.skip_past(b"\"");
            if self.rest().first() != Some(&b'"') {
                return Some(TokenKind::Text);
            }
            self.at += 1;
        }
    }

    fn php(&mut self, byte: u8) -> Option<TokenKind> {
        let rest = self.rest();
        if rest.starts_with(b"?>") {
            self.skip_page();
            return Some(TokenKind::Punct(b';'));
        }
        if byte == b'#' && !rest.starts_with(b"#[") {
            self.skip_line();
            return Some(TokenKind::Nothing);
        }
        let behind = rest.strip_prefix(b"<<<")?.trim_ascii_start();
        let behind = behind.strip_prefix(b"'").or(behind.strip_prefix(b"\"")).unwrap_or(behind);
        let len = behind.iter().take_while(|&&byte| is_word(byte)).count();
        let name = &behind[..len];
        if name.is_empty() {
            return None;
        }
        // Skip to a line that starts with the name.
        loop {
            self.skip_line();
            self.advance(1);
            if self.rest().is_empty() {
                break;
            }
            let line = &self.rest()[self.rest().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()..];
            if line.starts_with(name) && !line.get(len).copied().is_some_and(is_word) {
                self.at = self.text.len() - line.len() + len;
                break;
            }
        }
        Some(TokenKind::Text)
    }

    /// Skips to the next code in a page.
    pub(super) fn skip_page(&mut self) {
        let rest = self.rest();
        let start = find(rest, b"<?").map_or(rest.len(), |at| at + 2);
        self.advance(start);
        self.at += [&b"php"[..], b"="].into_iter().find(|open| self.rest().starts_with(open)).map_or(0, <[u8]>::len);
    }

    /// Consumes a dollar-quoted string: `$$…$$`, `$body$…$body$`.
    fn dollars(&mut self) -> Option<TokenKind> {
        let rest = self.rest();
        let len = rest.iter().skip(1).take(64).position(|&byte| !(is_word(byte) && byte != b'$'))? + 2;
        let mark = rest.get(..len).filter(|mark| mark.ends_with(b"$"))?.to_vec();
        self.at += len;
        self.skip_past(&mark);
        Some(TokenKind::Text)
    }
}
