//! Arguments: a tool's parameters as one table, from which its schema is made and its calls are checked.
//!
//! Lenient only where models are known to slip: `null` for what is left out, `"12"` and `12.0` for 12.

use serde_json::{Map, Value, json};

use crate::error::{ErrorCode, ToolError};
use crate::path::{one_line, quoted};

/// One parameter of a tool.
pub(super) struct Param {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
    /// What it means, for the model.
    pub description: &'static str,
    /// What a valid value looks like: the help of an error.
    pub help: &'static str,
}

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// A whole number, counted from 1, or from the end when negative.
    Line,
    /// A whole number from 1 on.
    Column,
}

/// The arguments of one call: known names, nothing null.
#[derive(Debug)]
pub(super) struct Args(Map<String, Value>);

/// The JSON Schema of an object with these parameters.
pub(super) fn schema(params: &[Param]) -> Value {
    let property = |param: &Param| {
        let mut property = match param.kind {
            Kind::Text => json!({ "type": "string" }),
            Kind::Line => json!({ "type": "integer" }),
            Kind::Column => json!({ "type": "integer", "minimum": 1 }),
        };
        property["description"] = param.description.into();
        (param.name.to_owned(), property)
    };
    let required: Vec<_> = params.iter().filter(|param| param.required).map(|param| param.name).collect();
    json!({
        "type": "object",
        "properties": params.iter().map(property).collect::<Map<_, _>>(),
        "required": required,
        "additionalProperties": false,
    })
}

impl Args {
    /// Checks the JSON text `json` against `params`; `example` is a call that is right.
    pub fn parse(params: &[Param], example: &str, json: &str) -> Result<Self, ToolError> {
        let names: Vec<_> = params.iter().map(|param| param.name).collect();
        let names = names.join(", ");
        let form = || format!("give one JSON object with {names}, such as {example}");
        let mut args = match serde_json::from_str(json) {
            Ok(Value::Object(args)) => args,
            Ok(other) => return Err(invalid(format!("the arguments are {}, not an object", shown(&other)), form())),
            Err(error) => return Err(invalid(format!("the arguments cannot be read as JSON: {error}"), form())),
        };
        for (name, value) in &args {
            let Some(param) = params.iter().find(|param| param.name == name) else {
                return Err(invalid(
                    format!("unknown argument {}", quoted(name)),
                    format!("the arguments are {names}"),
                ));
            };
            if let Some(fault) = param.fault(value) {
                return Err(invalid(format!("{name} is {}, {fault}", shown(value)), param.help));
            }
        }
        args.retain(|_, value| !value.is_null());
        if let Some(missing) = params.iter().find(|param| param.required && !args.contains_key(param.name)) {
            return Err(invalid(format!("{} is missing", missing.name), missing.help));
        }
        Ok(Self(args))
    }

    /// The text given for `name`.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// The whole number given for `name`; beyond 64 bits, the nearest there is.
    pub fn whole(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(whole)
    }

    /// The value given for `name`, for a message.
    pub fn given(&self, name: &str) -> String {
        match self.0.get(name) {
            Some(Value::String(text)) => one_line(text),
            Some(value) => one_line(&value.to_string()),
            None => "left out".to_owned(),
        }
    }
}

impl Param {
    /// What is wrong with `value`, if anything.
    fn fault(&self, value: &Value) -> Option<&'static str> {
        match (self.kind, value) {
            (_, Value::Null) | (Kind::Text, Value::String(_)) => None,
            (Kind::Text, _) => Some("not text"),
            (Kind::Line | Kind::Column, _) => match whole(value) {
                None => Some("not a whole number"),
                Some(0) => Some("but counting starts at 1"),
                Some(..0) if self.kind == Kind::Column => Some("but counting starts at 1"),
                Some(_) => None,
            },
        }
    }
}

/// The whole number that `value` is or spells.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().and_then(whole_of_float)),
        Value::String(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let beyond = if digits.len() == text.len() { i64::MAX } else { i64::MIN };
            plain.then(|| text.parse().unwrap_or(beyond))
        }
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a float beyond 64 bits becomes the nearest integer")]
fn whole_of_float(number: f64) -> Option<i64> {
    (number.trunc().to_bits() == number.to_bits()).then_some(number as i64)
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

fn invalid(message: String, help: impl Into<String>) -> ToolError {
    ToolError::new(ErrorCode::InvalidArguments, message, help)
}
