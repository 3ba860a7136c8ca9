//! The functions and fields of values.

use super::local_time::LocalTime;
use super::numbers::{rounded, to_fixed};
use super::value::{EMPTY_COMPARED, Inexact, LINK, MAX_ITEMS, MAX_TEXT, TOO_LARGE, TYPES, Value, decided, is_link};

/// `object.name(arguments)`. `filter`, `map` and `reduce` are the evaluator's.
pub(super) fn method(object: Value, name: &str, arguments: &[Value]) -> Result<Value, Inexact> {
    match (name, &object) {
        ("isTruthy", _) => return object.is_true().map(Value::Checkbox),
        ("toString", _) => return object.to_text().map(Value::Text),
        ("isType", _) => return is_type(&object, text(arguments, 0)?),
        ("isEmpty", Value::Failed) => return Err(EMPTY_COMPARED),
        ("isEmpty", _) => return Ok(Value::Checkbox(is_empty(&object))),
        // Null, or an error.
        (_, Value::Null | Value::Failed) => return Ok(Value::Failed),
        (_, Value::Text(text)) if is_link(text) => return Err(LINK),
        _ => {}
    }
    match object {
        Value::Text(object) => of_text(&object, name, arguments),
        Value::Number(object) => of_number(object, name, arguments),
        Value::List(object) => of_list(object, name, arguments),
        Value::Date(object) => of_date(object, name, arguments),
        _ => Err(TYPES),
    }
}

/// `object.name`
pub(super) fn field(object: &Value, name: &str) -> Result<Value, Inexact> {
    #[expect(clippy::cast_precision_loss, reason = "far below the limit")]
    let number = |number: i64| Ok(Value::Number(number as f64));
    #[expect(clippy::cast_possible_wrap, reason = "values are short")]
    let count = |count: usize| number(count as i64);
    match object {
        Value::Null | Value::Failed => Ok(Value::Failed),
        Value::Text(text) if is_link(text) => Err(LINK),
        Value::Text(text) if name == "length" => count(text.encode_utf16().count()),
        Value::List(items) if name == "length" => count(items.len()),
        Value::Date(date) => {
            let ((year, month, day), ms) = (date.date(), date.of_day());
            match name {
                "year" => number(year),
                "month" => number(month),
                "day" => number(day),
                "hour" => number(ms / 3_600_000),
                "minute" => number(ms / 60_000 % 60),
                "second" => number(ms / 1000 % 60),
                "millisecond" => number(ms % 1000),
                _ => Err(TYPES),
            }
        }
        _ => Err(TYPES),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.is_empty(),
        Value::List(items) => items.is_empty(),
        _ => false,
    }
}

fn is_type(value: &Value, name: &str) -> Result<Value, Inexact> {
    let is = match value {
        Value::Text(text) if !is_link(text) => "string",
        Value::Number(_) => "number",
        Value::Checkbox(_) => "boolean",
        Value::Date(_) => "date",
        Value::List(_) => "list",
        _ => return Err(TYPES),
    };
    let is_documented = ["string", "number", "boolean", "date", "list"].contains(&name);
    if is_documented { Ok(Value::Checkbox(is == name)) } else { Err(Inexact("isType() is asked for an unknown type")) }
}

/// The argument at `at`, a text that is no link.
fn text(arguments: &[Value], at: usize) -> Result<&str, Inexact> {
    match arguments.get(at) {
        Some(Value::Text(text)) if !is_link(text) => Ok(text),
        Some(Value::Null | Value::Failed) => Err(EMPTY_COMPARED),
        _ => Err(TYPES),
    }
}

/// The argument at `at`, a whole number.
fn whole(arguments: &[Value], at: usize) -> Result<i64, Inexact> {
    match arguments.get(at) {
        #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
        Some(Value::Number(number)) if number.fract() == 0.0 && number.abs() < 1e6 => Ok(*number as i64),
        Some(Value::Null | Value::Failed) => Err(EMPTY_COMPARED),
        _ => Err(TYPES),
    }
}

/// From `start` to before `end`, which count from the end of `items` if they are negative.
fn slice<T: Clone>(items: &[T], arguments: &[Value]) -> Result<Vec<T>, Inexact> {
    let place = |at: i64| {
        usize::try_from(at).map_or_else(
            |_| items.len().saturating_sub(usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX)),
            |at| at.min(items.len()),
        )
    };
    let start = place(whole(arguments, 0)?);
    let end = if arguments.len() > 1 { place(whole(arguments, 1)?) } else { items.len() };
    Ok(items.get(start..end).unwrap_or_default().to_vec())
}

fn of_text(object: &str, name: &str, arguments: &[Value]) -> Result<Value, Inexact> {
    let has = |at: usize| text(arguments, at).map(|part| object.contains(part));
    // JavaScript counts UTF-16 units.
    let units = || {
        let is_simple = object.chars().all(|c| c < '\u{300}');
        is_simple.then(|| object.chars().collect::<Vec<_>>()).ok_or(Inexact("a text is taken apart that is not Latin"))
    };
    let checkbox = |is| Ok(Value::Checkbox(is));
    match name {
        "contains" => checkbox(has(0)?),
        "containsAll" => checkbox(decided((0..arguments.len()).map(has), false)?),
        "containsAny" => checkbox(decided((0..arguments.len()).map(has), true)?),
        "startsWith" => checkbox(object.starts_with(text(arguments, 0)?)),
        "endsWith" => checkbox(object.ends_with(text(arguments, 0)?)),
        "lower" => Value::text(object.to_lowercase()),
        "trim" => Ok(Value::Text(object.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').to_owned())),
        "reverse" => Ok(Value::Text(units()?.into_iter().rev().collect())),
        "slice" => Ok(Value::Text(slice(&units()?, arguments)?.into_iter().collect())),
        "repeat" => {
            let times = usize::try_from(whole(arguments, 0)?).map_err(|_| TYPES)?;
            // One more than the limit is an error.
            Value::text(object.repeat(times.min(MAX_TEXT / object.len().max(1) + 1)))
        }
        "replace" => {
            let (old, new) = (text(arguments, 0)?, text(arguments, 1)?);
            let is_plain = !old.is_empty() && !new.contains('$');
            if is_plain && object.len() + object.matches(old).count() * new.len() > 2 * MAX_TEXT {
                return Err(TOO_LARGE);
            }
            let replaced = is_plain.then(|| object.replace(old, new));
            Value::text(replaced.ok_or(Inexact("a text is replaced by a pattern"))?)
        }
        "split" => {
            let separator = Some(text(arguments, 0)?).filter(|separator| !separator.is_empty());
            let parts = object.split(separator.ok_or(Inexact("a text is split at every character"))?);
            let most = if arguments.len() > 1 { usize::try_from(whole(arguments, 1)?).ok() } else { Some(usize::MAX) };
            let most = most.ok_or(TYPES)?;
            Value::list(parts.take(most.min(MAX_ITEMS + 1)).map(|part| Value::Text(part.to_owned())).collect())
        }
        _ => Err(TYPES),
    }
}

fn of_number(object: f64, name: &str, arguments: &[Value]) -> Result<Value, Inexact> {
    let digits = || usize::try_from(whole(arguments, 0)?).ok().filter(|digits| *digits <= 20).ok_or(TYPES);
    match name {
        "abs" => Ok(Value::Number(object.abs())),
        "ceil" => Ok(Value::Number(object.ceil())),
        "floor" => Ok(Value::Number(object.floor())),
        "round" => {
            let digits = if arguments.is_empty() { 0 } else { digits()? };
            rounded(object, digits).map(Value::Number).ok_or(Inexact("a number is rounded at its middle"))
        }
        "toFixed" => to_fixed(object, digits()?).map(Value::Text).ok_or(Inexact("a very large number is written")),
        _ => Err(TYPES),
    }
}

fn of_date(object: LocalTime, name: &str, arguments: &[Value]) -> Result<Value, Inexact> {
    match name {
        "date" => Ok(Value::Date(object.day())),
        "time" => Ok(Value::Text(object.clock())),
        "format" => {
            let format = object.format(text(arguments, 0)?);
            Value::text(format.ok_or(Inexact("a date is written in words"))?)
        }
        _ => Err(TYPES),
    }
}

fn of_list(mut object: Vec<Value>, name: &str, arguments: &[Value]) -> Result<Value, Inexact> {
    let has = |wanted: &Value| decided(object.iter().map(|item| item.equals(wanted)), true);
    match name {
        "contains" | "containsAny" => return decided(arguments.iter().map(has), true).map(Value::Checkbox),
        "containsAll" => return decided(arguments.iter().map(has), false).map(Value::Checkbox),
        "join" => {
            let separator = text(arguments, 0)?;
            if separator.len() * object.len() > MAX_TEXT {
                return Err(TOO_LARGE);
            }
            let items: Vec<_> = object.iter().map(Value::to_text).collect::<Result<_, _>>()?;
            return Value::text(items.join(separator));
        }
        "slice" => return slice(&object, arguments).map(Value::List),
        "reverse" => object.reverse(),
        "flat" => {
            let mut flat = Vec::new();
            for item in object {
                match item {
                    Value::List(inner) if inner.iter().any(|item| matches!(item, Value::List(_))) => return Err(TYPES),
                    Value::List(inner) => flat.extend(inner),
                    item => flat.push(item),
                }
            }
            return Value::list(flat);
        }
        "sort" => {
            // Texts are sorted by their characters, or by the rules of a language.
            let is_simple = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' ');
            for pair in 1..object.len() {
                match (&object[pair - 1], &object[pair]) {
                    (Value::Number(one), Value::Number(other)) if !one.is_nan() && !other.is_nan() => {}
                    (Value::Text(one), Value::Text(other)) if is_simple(one) && is_simple(other) => {}
                    _ => return Err(Inexact("a list is sorted that has not only numbers, or lower-case words")),
                }
            }
            lectern_base::sort::sort_by(&mut object, |one, other| match (one, other) {
                (Value::Number(one), Value::Number(other)) => one.total_cmp(other),
                (Value::Text(one), Value::Text(other)) => one.cmp(other),
                _ => std::cmp::Ordering::Equal,
            });
        }
        "unique" => {
            let mut kept: Vec<Value> = Vec::new();
            for item in object {
                if !decided(kept.iter().map(|other| other.equals(&item)), true)? {
                    kept.push(item);
                }
            }
            return Ok(Value::List(kept));
        }
        _ => return Err(TYPES),
    }
    Ok(Value::List(object))
}
