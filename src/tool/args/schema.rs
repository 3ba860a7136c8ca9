//! The JSON Schema of a tool's parameters, for models.

use serde_json::{Map, Value, json};

use super::param::{ArgumentKind, Param};

/// The JSON Schema of an object with these parameters, for models. Bounds are left out, which cost tokens: calls are
/// checked here. `brief`: the names of those that a model with a small context gets besides the required ones, each with
/// the first clause of its description.
pub(in crate::tool) fn schema(params: &[Param], brief: Option<&[&str]>) -> Value {
    let shown = params.iter().filter(|param| param.required || brief.is_none_or(|names| names.contains(&param.name)));
    let property = |param: &Param| {
        let mut property = match param.kind {
            ArgumentKind::Text | ArgumentKind::Path => json!({ "type": "string" }),
            ArgumentKind::Line | ArgumentKind::Count | ArgumentKind::UpTo(_) | ArgumentKind::Whole(_) => {
                json!({ "type": "integer" })
            }
            ArgumentKind::Flag => json!({ "type": "boolean" }),
            ArgumentKind::Word(words) => json!({ "type": "string", "enum": words }),
            ArgumentKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
            ArgumentKind::Values => values_schema(),
            ArgumentKind::List { of, .. } => json!({ "type": "array", "items": schema(of, brief) }),
        };
        let description = if brief.is_some() { first_clause(param.description) } else { param.description };
        if !description.is_empty() {
            property["description"] = description.into();
        }
        (param.name.to_owned(), property)
    };
    let required: Vec<_> = params.iter().filter(|param| param.required).map(|param| param.name).collect();
    let mut schema = json!({ "type": "object", "properties": shown.map(property).collect::<Map<_, _>>() });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

/// `text` up to its first semicolon or full stop.
pub(in crate::tool) fn first_clause(text: &'static str) -> &'static str {
    let end = [". ", "; "].iter().filter_map(|end| text.find(end)).min();
    end.map_or(text, |end| &text[..end]).trim_end_matches('.')
}

/// The JSON Schema of [`ArgumentKind::Values`]. A list, because Gemini refuses an object whose properties are not named.
fn values_schema() -> Value {
    let kinds = ["string", "number", "boolean"].map(|kind| json!({ "type": kind }));
    let any = [&kinds[..], &[json!({ "type": "array", "items": { "type": "string" } })]].concat();
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": { "key": { "type": "string" }, "value": { "anyOf": any } },
            "required": ["key"],
        },
    })
}
