//! Parses formulas. A part that is not documented, or can't be evaluated here, is an error that names it. Time: linear.
//! Depth and length are bounded.

use super::base_error::{FormulaError, MAX_CHARS, MAX_DEPTH};
use super::formula::{
    EACH_ITEM, FIELDS, FILE_CALLS, FILE_FIELDS, Formula, Function, GLOBALS, METHODS, OPERATORS, Operator,
};
use super::value::Value;
use crate::path::quoted;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Number(f64),
    Text(String),
    Operator(Operator, u8),
    Mark(char),
}

/// The tokens that are left, last first.
struct Parser {
    tokens: Vec<Token>,
    /// In how many arguments of `filter`, `map` or `reduce` it is.
    items: usize,
}

/// Parses `text`.
///
/// # Errors
/// What is wrong, or can't be evaluated.
pub(super) fn parse(text: &str) -> Result<Formula, FormulaError> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > MAX_CHARS {
        return Err(FormulaError::TooLong);
    }
    let mut tokens = tokens(&chars)?;
    tokens.reverse();
    let mut parser = Parser { tokens, items: 0 };
    let formula = parser.binary(0, MAX_DEPTH)?;
    if parser.tokens.is_empty() { Ok(formula) } else { Err(parser.unexpected("an operator or the end")) }
}

fn tokens(chars: &[char]) -> Result<Vec<Token>, FormulaError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let rest = &chars[at..];
        at += if c.is_whitespace() {
            1
        } else {
            let (token, len) = token(c, rest, tokens.last())?;
            tokens.push(token);
            len
        };
    }
    Ok(tokens)
}

/// The token at the start of `rest`, which begins with `c`, and its length. `before` is the token before it.
fn token(c: char, rest: &[char], before: Option<&Token>) -> Result<(Token, usize), FormulaError> {
    if matches!(c, '"' | '\'') {
        let end = rest[1..].iter().position(|&other| other == c).ok_or(FormulaError::NeverClosed)?;
        let text: String = rest[1..=end].iter().collect();
        return if text.contains('\\') { Err(FormulaError::Backslash) } else { Ok((Token::Text(text), end + 2)) };
    }
    if c.is_ascii_digit() {
        return number(rest);
    }
    if is_name(c) {
        let len = rest.iter().take_while(|c| is_name(**c)).count();
        let name: String = rest[..len].iter().collect();
        // `start-date` may be one name or a difference.
        let is_hyphen =
            rest.get(len) == Some(&'-') && rest.get(len + 1).is_some_and(|&c| is_name(c) && !c.is_ascii_digit());
        return if is_hyphen { Err(FormulaError::Hyphen(name)) } else { Ok((Token::Name(name), len)) };
    }
    let mut operators = OPERATORS.iter();
    if let Some((mark, operator, binds)) =
        operators.find(|(mark, ..)| mark.chars().eq(rest.iter().copied().take(mark.len())))
    {
        // A regular expression, where a value should be.
        let is_first = matches!(before, None | Some(Token::Operator(..) | Token::Mark('(' | '[' | ',' | '!')));
        if *mark == "/" && is_first {
            return Err(FormulaError::Unsupported("regular expressions".to_owned()));
        }
        return Ok((Token::Operator(*operator, *binds), mark.len()));
    }
    match c {
        '(' | ')' | '[' | ']' | ',' | '.' | '!' => Ok((Token::Mark(c), 1)),
        _ => Err(FormulaError::Unsupported(quoted(&c.to_string()))),
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The number at the start of `rest`, and its length.
fn number(rest: &[char]) -> Result<(Token, usize), FormulaError> {
    let digits = |from: usize| rest[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mut len = digits(0);
    if rest.get(len) == Some(&'.') && rest.get(len + 1).is_some_and(char::is_ascii_digit) {
        len += 1 + digits(len + 1);
    }
    let written: String = rest[..len].iter().collect();
    if rest.get(len).is_some_and(|&c| is_name(c)) {
        return Err(FormulaError::NumberBeforeLetter(written));
    }
    Ok((Token::Number(written.parse().map_err(|_| FormulaError::Number)?), len))
}

impl Parser {
    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8, depth: usize) -> Result<Formula, FormulaError> {
        let deeper = depth.checked_sub(1).ok_or(FormulaError::TooDeep)?;
        let mut left = self.unary(deeper)?;
        let mut count = 0;
        while let Some(&Token::Operator(operator, binds)) = self.tokens.last() {
            if binds < least {
                break;
            }
            count += 1;
            if count > MAX_DEPTH {
                return Err(FormulaError::TooMany("operators"));
            }
            self.tokens.pop();
            let right = self.binary(binds + 1, deeper)?;
            left = Formula::Binary(operator, Box::new((left, right)));
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Result<Formula, FormulaError> {
        let deeper = depth.checked_sub(1).ok_or(FormulaError::TooDeep)?;
        if self.takes('!') {
            return Ok(Formula::Not(Box::new(self.unary(deeper)?)));
        }
        if matches!(self.tokens.last(), Some(Token::Operator(Operator::Minus, _))) {
            self.tokens.pop();
            return Ok(Formula::Negative(Box::new(self.unary(deeper)?)));
        }
        let mut value = self.value(deeper)?;
        let mut count = 0;
        loop {
            count += 1;
            if count > MAX_DEPTH {
                return Err(FormulaError::TooMany("functions"));
            }
            if self.takes('.') {
                value = self.member(value, deeper)?;
            } else if self.takes('[') {
                let item = self.binary(0, deeper)?;
                self.expects(']')?;
                value = Formula::Item(Box::new((value, item)));
            } else {
                return Ok(value);
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Formula, FormulaError> {
        match self.tokens.pop() {
            Some(Token::Number(number)) => Ok(Formula::Literal(Value::Number(number))),
            Some(Token::Text(text)) => Ok(Formula::Literal(Value::Text(text))),
            Some(Token::Mark('(')) => {
                let inner = self.binary(0, depth)?;
                self.expects(')')?;
                Ok(inner)
            }
            Some(Token::Mark('[')) => Ok(Formula::List(self.until(']', depth)?)),
            Some(Token::Name(name)) if self.takes('(') => {
                let function = known(&GLOBALS, &name).ok_or_else(|| unknown(&format!("{name}()")))?;
                Ok(Formula::Global(function.0, self.arguments(function, depth)?))
            }
            Some(Token::Name(name)) => self.name(name, depth),
            other => {
                self.tokens.extend(other);
                Err(self.unexpected("a value"))
            }
        }
    }

    fn name(&mut self, name: String, depth: usize) -> Result<Formula, FormulaError> {
        let is_variable = |variable: &&&str| self.items > 0 && **variable == name;
        if let Some(variable) = ["value", "index", "acc"].iter().find(is_variable) {
            return Ok(Formula::Variable(variable));
        }
        match name.as_str() {
            "true" | "false" => Ok(Formula::Literal(Value::Checkbox(name == "true"))),
            "null" => Ok(Formula::Literal(Value::Null)),
            "this" => Err(unknown("this")),
            "note" | "formula" => {
                let of = if self.takes('.') {
                    self.word()?
                } else if self.takes('[') {
                    let Some(Token::Text(text)) = self.tokens.pop() else { return Err(unknown("a computed name")) };
                    self.expects(']')?;
                    text
                } else {
                    return Err(unknown(&name));
                };
                Ok(if name == "note" { Formula::Property(of) } else { Formula::Reference(of) })
            }
            "file" => {
                if !self.takes('.') {
                    return Err(unknown("file by itself"));
                }
                let of = self.word()?;
                if self.takes('(') {
                    let function = known(&FILE_CALLS, &of).ok_or_else(|| unknown(&format!("file.{of}()")))?;
                    return Ok(Formula::FileCall(function.0, self.arguments(function, depth)?));
                }
                let field = FILE_FIELDS.iter().find(|field| **field == of);
                field.map(|field| Formula::File(field)).ok_or_else(|| unknown(&format!("file.{of}")))
            }
            _ => Ok(Formula::Property(name)),
        }
    }

    /// A function or a field of `object`.
    fn member(&mut self, object: Formula, depth: usize) -> Result<Formula, FormulaError> {
        let name = self.word()?;
        if !self.takes('(') {
            let field = FIELDS.iter().find(|field| **field == name);
            let field = field.ok_or_else(|| unknown(&format!(".{name}")))?;
            return Ok(Formula::Field(Box::new(object), field));
        }
        let function = known(&METHODS, &name).ok_or_else(|| unknown(&format!(".{name}()")))?;
        let is_each = EACH_ITEM.contains(&function.0);
        self.items += usize::from(is_each);
        let arguments = self.arguments(function, depth)?;
        self.items -= usize::from(is_each);
        Ok(Formula::Method(Box::new(object), function.0, arguments))
    }

    /// The arguments of `function`, behind its parenthesis.
    fn arguments(&mut self, function: &Function, depth: usize) -> Result<Vec<Formula>, FormulaError> {
        let (name, least, most) = function;
        let arguments = self.until(')', depth)?;
        if (*least..=*most).contains(&arguments.len()) {
            return Ok(arguments);
        }
        Err(FormulaError::ArgumentCount(name))
    }

    /// The values up to the mark `end`, which is taken.
    fn until(&mut self, end: char, depth: usize) -> Result<Vec<Formula>, FormulaError> {
        let mut values = Vec::new();
        if self.takes(end) {
            return Ok(values);
        }
        loop {
            values.push(self.binary(0, depth)?);
            if self.takes(end) {
                return Ok(values);
            }
            self.expects(',')?;
        }
    }

    fn word(&mut self) -> Result<String, FormulaError> {
        match self.tokens.pop() {
            Some(Token::Name(name)) => Ok(name),
            other => {
                self.tokens.extend(other);
                Err(self.unexpected("a name"))
            }
        }
    }

    fn takes(&mut self, mark: char) -> bool {
        let is = self.tokens.last() == Some(&Token::Mark(mark));
        is && self.tokens.pop().is_some()
    }

    fn expects(&mut self, mark: char) -> Result<(), FormulaError> {
        if self.takes(mark) { Ok(()) } else { Err(self.unexpected(&quoted(&mark.to_string()))) }
    }

    fn unexpected(&self, expected: &str) -> FormulaError {
        let found = match self.tokens.last() {
            Some(Token::Name(text) | Token::Text(text)) => quoted(text),
            Some(Token::Number(number)) => number.to_string(),
            Some(Token::Mark(mark)) => quoted(&mark.to_string()),
            Some(Token::Operator(..)) => "an operator".to_owned(),
            None => "the end".to_owned(),
        };
        FormulaError::Unexpected { found, expected: expected.to_owned() }
    }
}

fn known<'t>(functions: &'t [Function], name: &str) -> Option<&'t Function> {
    functions.iter().find(|function| function.0 == name)
}

fn unknown(what: &str) -> FormulaError {
    FormulaError::Unsupported(what.to_owned())
}
