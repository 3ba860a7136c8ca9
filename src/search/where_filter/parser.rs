//! Parses conditions. Time: linear. Depth and length are bounded.

use thiserror::Error;

use super::expression::{Field, Node, Operator};
use crate::note::PropertyValue;
use crate::path::quoted;
use crate::unicode::fold_case;

/// Maximum characters of an expression, and maximum nesting.
const MAX_CHARS: usize = 2000;
const MAX_DEPTH: usize = 20;

/// Why an expression is not valid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("where is not understood at character {at}: {what}")]
pub struct WhereError {
    /// The character, 1-indexed.
    pub at: usize,
    what: String,
}

impl WhereError {
    /// What to do next.
    #[must_use]
    pub fn help(&self) -> &'static str {
        "give conditions joined by and, or, not, such as {\"where\": \"status = open and due < 2026-03-01\"}; operators \
         are = != < <= > >= has, contains, is empty, is not empty; put names and values with spaces in quotes"
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// A name, a value or a keyword.
    Word(String),
    /// A name or a value in quotes.
    Quoted(String),
    Mark(&'static str),
}

/// The tokens that are left, last first, with their positions.
struct Parser {
    tokens: Vec<(usize, Token)>,
    end: usize,
}

pub(super) fn parse(text: &str) -> Result<Node, WhereError> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > MAX_CHARS {
        return Err(WhereError { at: MAX_CHARS + 1, what: format!("it has more than {MAX_CHARS} characters") });
    }
    let mut tokens = tokens(&chars)?;
    tokens.reverse();
    let mut parser = Parser { tokens, end: chars.len() + 1 };
    let node = parser.any(MAX_DEPTH)?;
    if parser.tokens.is_empty() { Ok(node) } else { parser.expected("and, or, or the end") }
}

const MARKS: [&str; 9] = ["==", "!=", "<=", ">=", "=", "<", ">", "(", ")"];

fn tokens(chars: &[char]) -> Result<Vec<(usize, Token)>, WhereError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let start = at;
        let token = if c.is_whitespace() {
            at += 1;
            continue;
        } else if matches!(c, '"' | '\'') {
            let Some(len) = chars[at + 1..].iter().position(|&other| other == c) else {
                return Err(WhereError { at: start + 1, what: "this quotation mark is never closed".to_owned() });
            };
            at += len + 2;
            Token::Quoted(chars[start + 1..at - 1].iter().collect())
        } else if let Some(mark) =
            MARKS.iter().find(|mark| mark.chars().eq(chars[at..].iter().copied().take(mark.len())))
        {
            at += mark.len();
            Token::Mark(mark)
        } else {
            let ends = |&c: &char| c.is_whitespace() || matches!(c, '"' | '=' | '<' | '>' | '(' | ')');
            at += chars[at..].iter().position(ends).unwrap_or(chars.len() - at);
            // `a!=b`
            at -= usize::from(at > start + 1 && chars[at - 1] == '!' && chars.get(at) == Some(&'='));
            Token::Word(chars[start..at].iter().collect())
        };
        tokens.push((start + 1, token));
    }
    Ok(tokens)
}

impl Parser {
    fn any(&mut self, depth: usize) -> Result<Node, WhereError> {
        let mut nodes = vec![self.all(depth)?];
        while self.takes_word("or") {
            nodes.push(self.all(depth)?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Any(nodes) })
    }

    fn all(&mut self, depth: usize) -> Result<Node, WhereError> {
        let mut nodes = vec![self.one(depth)?];
        while self.takes_word("and") {
            nodes.push(self.one(depth)?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::All(nodes) })
    }

    fn one(&mut self, depth: usize) -> Result<Node, WhereError> {
        let Some(deeper) = depth.checked_sub(1) else {
            return self.fails(format!("not and parentheses are nested more than {MAX_DEPTH} deep"));
        };
        if self.takes_word("not") {
            return Ok(Node::Not(Box::new(self.one(deeper)?)));
        }
        if self.takes_mark("(") {
            let node = self.any(deeper)?;
            return if self.takes_mark(")") { Ok(node) } else { self.expected("and, or, or )") };
        }
        self.test()
    }

    fn test(&mut self) -> Result<Node, WhereError> {
        let (at, name) = match self.tokens.pop() {
            Some((at, Token::Word(name) | Token::Quoted(name))) => (at, fold_case(name.trim())),
            Some(other) => {
                self.tokens.push(other);
                return self.expected("the name of a property");
            }
            None => return self.expected("the name of a property"),
        };
        let operator = self.operator()?;
        let value = match operator {
            Operator::IsEmpty | Operator::IsNotEmpty => PropertyValue::Empty,
            _ => self.value()?,
        };
        if matches!(name.as_str(), "tags" | "tag")
            && let (Operator::Has | Operator::Contains, PropertyValue::Text(tag)) = (operator, &value)
        {
            return Ok(Node::Tag(tag.clone().into()));
        }
        if name == "tags" {
            let what = "tags takes only has and a tag, such as tags has work".to_owned();
            return Err(WhereError { at, what });
        }
        let field = match name.as_str() {
            "file.name" => Field::Name,
            "file.folder" => Field::Folder,
            "file.path" => Field::Path,
            "file.size" => Field::Size,
            _ if name.starts_with("file.") => {
                let what = format!("{} is none of file.name, file.folder, file.path and file.size", quoted(&name));
                return Err(WhereError { at, what });
            }
            _ => Field::Property(name),
        };
        Ok(Node::Test { field, operator, value })
    }

    fn operator(&mut self) -> Result<Operator, WhereError> {
        let marks = [
            ("=", Operator::Equal),
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<", Operator::Less),
            ("<=", Operator::AtMost),
            (">", Operator::Greater),
            (">=", Operator::AtLeast),
        ];
        if let Some((_, operator)) = marks.into_iter().find(|(mark, _)| self.takes_mark(mark)) {
            return Ok(operator);
        }
        if self.takes_word("has") {
            return Ok(Operator::Has);
        }
        if self.takes_word("contains") {
            return Ok(Operator::Contains);
        }
        if !self.takes_word("is") {
            return self.expected("an operator, such as =, has or is empty");
        }
        let is_not = self.takes_word("not");
        match self.takes_word("empty") {
            true if is_not => Ok(Operator::IsNotEmpty),
            true => Ok(Operator::IsEmpty),
            false => self.expected("empty or not empty"),
        }
    }

    fn value(&mut self) -> Result<PropertyValue, WhereError> {
        match self.tokens.pop() {
            Some((_, Token::Word(word))) => Ok(PropertyValue::plain(&word)),
            Some((_, Token::Quoted(text))) => Ok(PropertyValue::Text(text.into())),
            other => {
                self.tokens.extend(other);
                self.expected("a value")
            }
        }
    }

    /// Takes the next token if it is this keyword, in any case.
    fn takes_word(&mut self, word: &str) -> bool {
        let is = matches!(self.tokens.last(), Some((_, Token::Word(next))) if next.eq_ignore_ascii_case(word));
        is && self.tokens.pop().is_some()
    }

    fn takes_mark(&mut self, mark: &str) -> bool {
        let is = matches!(self.tokens.last(), Some((_, Token::Mark(next))) if *next == mark);
        is && self.tokens.pop().is_some()
    }

    fn expected<T>(&self, what: &str) -> Result<T, WhereError> {
        let found = match self.tokens.last() {
            Some((_, Token::Word(text) | Token::Quoted(text))) => format!(", not {}", quoted(text)),
            Some((_, Token::Mark(mark))) => format!(", not {mark}"),
            None => String::new(),
        };
        self.fails(format!("expected {what}{found}"))
    }

    fn fails<T>(&self, what: String) -> Result<T, WhereError> {
        Err(WhereError { at: self.tokens.last().map_or(self.end, |(at, _)| *at), what })
    }
}
