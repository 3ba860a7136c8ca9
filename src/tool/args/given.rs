//! The arguments of a call, checked.

use serde_json::{Map, Value};

use super::normalize::{by_name, shorten, unfold};
use super::param::{ArgumentKind, Param, check, names, shown};
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
}
