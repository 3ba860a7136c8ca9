//! SQL: the `create` statements of all dialects.

use super::lexer::{Lexer, Token, TokenKind};
use super::token_label::written;
use super::{Language, Outline};
use crate::text::outline::entries::{Collector, label};
use crate::text::outline::total_lines;

/// Maximum number of tokens kept of a statement: more than a label can show.
const STATEMENT_TOKENS: usize = 128;

/// The `create` statements of `text`.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut lexer = Lexer::new(Language::Sql, text);
    let mut collector = Collector::new();
    let mut statement: Vec<Token> = Vec::new();
    let mut last_line = 1;
    // Number of open blocks in the body of a routine, where `;` does not end the definition.
    let mut depth = 0_u32;
    // Whether the previous word was `end`. In `end if`, the `if` does not open a block.
    let mut is_ending = false;
    let mut end = |statement: &mut Vec<Token>, last: u32| {
        if let Some(to) = created(text, statement) {
            let id = collector.open(statement[0].line, 1, label(&written(text, &statement[..to]), 1));
            collector.close(id, last);
        }
        statement.clear();
    };
    while let Some(token) = lexer.token() {
        let is = |word: &str| {
            token.kind == TokenKind::Word && text[token.start..token.end].eq_ignore_ascii_case(word.as_bytes())
        };
        let is_alone = token.is_first && (is("go") || is("delimiter") || token.is(b'/'));
        if token.is(b';') && depth == 0 || is_alone {
            end(&mut statement, if is_alone { last_line } else { token.line });
            depth = 0;
            continue;
        }
        // A new statement after one without `;`. Inside a routine, `create` does not start a definition.
        if token.is_first && is("create") && depth == 0 {
            end(&mut statement, last_line);
        }
        let is_control = ["if", "loop", "while", "repeat", "for"].into_iter().any(&is);
        let is_routine = statement.first().is_some_and(|first| is_create(text, first));
        // The `end` of `end if` closed a block that was never counted, so the `if` adds it again.
        let opens = is_routine && (is("begin") || is("case") && !is_ending);
        depth += u32::from(is_ending && is_control || opens);
        is_ending = is("end");
        depth = depth.saturating_sub(u32::from(is_ending));
        if statement.len() < STATEMENT_TOKENS {
            statement.push(token);
        }
        last_line = lexer.line;
    }
    end(&mut statement, last_line);
    collector.finish(total_lines(text))
}

fn is_create(text: &[u8], token: &Token) -> bool {
    text[token.start..token.end].eq_ignore_ascii_case(b"create")
}

/// The number of tokens to show of a `create` statement: up to its columns or body.
fn created(text: &[u8], statement: &[Token]) -> Option<usize> {
    // Enough to find the kind in `create or replace force editionable view`.
    const LOOKED_AT: usize = 12;
    if !is_create(text, statement.first()?) {
        return None;
    }
    let is_one = |token: &Token, words: &[&str]| {
        words.iter().any(|word| text[token.start..token.end].eq_ignore_ascii_case(word.as_bytes()))
    };
    let kind = statement.iter().take(LOOKED_AT).position(|token| is_one(token, KINDS))?;
    let is_routine = is_one(&statement[kind], &["function", "procedure"]);
    let mut depth = 0_u32;
    let end = statement.iter().enumerate().skip(kind + 1).position(|(_, token)| {
        let is_body = depth == 0 && is_one(token, &["as", "begin", "is", "language", "using", "select"]);
        let is_columns = token.is(b'(') && !is_routine;
        depth += u32::from(token.is(b'('));
        depth = depth.saturating_sub(u32::from(token.is(b')')));
        is_body || is_columns
    });
    Some(end.map_or(statement.len(), |end| kind + 1 + end))
}

const KINDS: &[&str] = &[
    "table",
    "view",
    "function",
    "procedure",
    "trigger",
    "index",
    "type",
    "schema",
    "sequence",
    "domain",
    "extension",
    "database",
    "aggregate",
    "package",
    "event",
    "materialized",
];
