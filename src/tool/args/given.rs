//! The arguments of a call, checked.

use serde_json::{Map, Value};

use super::normalize::{by_name, shorten, unfold};
use super::param::{ArgumentKind, Param, check, flag, names, shown, whole};
use crate::error::ToolError;

/// The arguments of a call, or of one item of a list: known names, no nulls.
#[derive(Debug, Clone)]
pub(in crate::tool) struct Args(pub(super) Map<String, Value>);

impl Args {
    /// Parses the JSON text `json` and checks it against `params`; `example` is a valid call.
    pub fn parse(params: &[Param], example: &str, json: &str) -> Result<Self, ToolError> {
        let form = || format!("give one JSON object with {}, such as {example}", names(params));
        let mut args = match serde_json::from_str(json) {
            Ok(Value::Object(args)) => args,
            Ok(other) => {
                return Err(ToolError::invalid_arguments(
                    format!("the arguments are {}, not an object", shown(&other)),
                    form(),
                ));
            }
            Err(error) => {
                return Err(ToolError::invalid_arguments(format!("the arguments are not valid JSON: {error}"), form()));
            }
        };
        for (name, value) in &mut args {
            match params.iter().find(|param| param.name == name).map(|param| param.kind) {
                Some(ArgumentKind::List { .. }) => unfold(value),
                Some(ArgumentKind::Values) => by_name(value),
                _ => {}
            }
        }
        check(params, &args, "")?;
        args.retain(|_, value| !value.is_null());
        Ok(Self(args))
    }

    /// The arguments with the paths that begin with one of `roots`, the vault's own absolute paths, from the vault's root.
    pub fn within(mut self, params: &[Param], roots: &[String]) -> Self {
        shorten(params, &mut self.0, roots);
        self
    }

    /// The texts of `name`; none if it is left out.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match self.0.get(name) {
            Some(Value::Array(items)) => items.iter().filter_map(text).collect(),
            Some(value) => text(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// Whether `name` is given.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The text of `name`.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// The whole number of `name`; beyond 64 bits, the nearest one.
    pub fn whole(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(whole)
    }

    /// The number of `name`, from 1 to `max`.
    pub fn count(&self, name: &str, max: u32) -> Option<u32> {
        self.whole(name).map(|count| u32::try_from(count).unwrap_or(u32::MAX).min(max))
    }

    /// Whether `name` is true.
    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(flag).unwrap_or_default()
    }
}
