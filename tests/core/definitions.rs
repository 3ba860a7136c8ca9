//! What a model is told of the tools, in full and in few words.

use lectern::{ToolDefinition, brief_definitions, definitions};
use serde_json::{Value, json};

/// The bytes of `definitions` as a provider gets them.
fn bytes(definitions: &[ToolDefinition]) -> usize {
    let sent = definitions
        .iter()
        .map(|tool| json!({ "name": tool.name, "description": tool.description, "inputSchema": tool.input_schema }));
    sent.collect::<Value>().to_string().len()
}

/// The schema of the tool `name` without the descriptions of its arguments.
fn types(definitions: Vec<ToolDefinition>, name: &str) -> Value {
    let mut schema = definitions.into_iter().find(|tool| tool.name == name).expect("there is the tool").input_schema;
    for property in schema["properties"].as_object_mut().expect("it has arguments").values_mut() {
        property.as_object_mut().expect("a schema is an object").remove("description");
    }
    schema
}

#[test]
fn all_tools_take_at_most_8_kb() {
    let (full, brief) = (bytes(&definitions()), bytes(&brief_definitions()));
    assert!(full <= 8000, "{full} bytes are paid with each question");
    assert!(brief <= 3500, "{brief} bytes in few words");
}

#[test]
fn a_schema_has_each_argument_with_its_type() {
    let file = json!({
        "type": "object",
        "properties": {
            "path": { "type": "string" },
            "start_line": { "type": "integer" },
            "end_line": { "type": "integer" },
            "start_column": { "type": "integer" },
            "page": { "type": "integer" },
        },
        "required": ["path"],
    });
    let expected = json!({
        "type": "object",
        "properties": {
            "path": { "type": "string" },
            "start_line": { "type": "integer" },
            "end_line": { "type": "integer" },
            "start_column": { "type": "integer" },
            "page": { "type": "integer" },
            "sheet": { "type": "string" },
            "range": { "type": "string" },
            "formulas": { "type": "boolean" },
            "cell": { "type": "integer" },
            "files": { "type": "array", "items": file },
            "view": { "type": "string", "enum": ["content", "outline", "image"] },
        },
    });
    assert_eq!(types(definitions(), "read_file"), expected);
    let expected = json!({
        "type": "object",
        "properties": {
            "path": { "type": "string" },
            "set": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "key": { "type": "string" },
                        "value": {
                            "anyOf": [
                                { "type": "string" },
                                { "type": "number" },
                                { "type": "boolean" },
                                { "type": "array", "items": { "type": "string" } },
                            ],
                        },
                    },
                    "required": ["key"],
                },
            },
            "remove": { "type": "array", "items": { "type": "string" } },
            "expect": { "type": "string" },
        },
        "required": ["path"],
    });
    assert_eq!(types(definitions(), "edit_properties"), expected);
}

#[test]
fn brief_definitions_have_the_arguments_that_matter() {
    let arguments = |tool: &ToolDefinition| {
        let properties = tool.input_schema["properties"].as_object().expect("it has arguments");
        (tool.name.clone(), properties.keys().cloned().collect::<Vec<_>>().join(" "))
    };
    let expected = [
        ("read_file", "end_line page path start_column start_line"),
        ("list_files", "cursor path pattern"),
        ("search_notes", "cursor path query since tasks"),
        ("links", "cursor path"),
        ("edit_file", "append edits path under"),
        ("write_file", "content expect path"),
        ("edit_properties", "path remove set"),
        ("move_file", "from to"),
        ("delete_file", "path"),
    ];
    let expected = expected.map(|(name, arguments)| (name.to_owned(), arguments.to_owned()));
    assert_eq!(brief_definitions().iter().map(arguments).collect::<Vec<_>>(), expected);
}

/// Whether `brief` is the beginning of `full`, up to the end of a clause.
fn begins(brief: &Value, full: &Value) -> bool {
    let Some(full) = full.as_str() else { return brief.is_null() };
    let rest = brief.as_str().and_then(|brief| full.strip_prefix(brief));
    rest.is_some_and(|rest| [".", ""].contains(&rest) || rest.starts_with(". ") || rest.starts_with("; "))
}

/// Whether the schema `brief` of an object, or of a list of them, has some of the properties of `full`, in few words.
fn shortens(mut brief: Value, mut full: Value) -> bool {
    if !begins(&brief["description"].take(), &full["description"].take()) {
        return false;
    }
    for nested in ["properties", "items"] {
        let (Value::Object(brief), Value::Object(full)) = (brief[nested].take(), full[nested].take()) else { continue };
        let mut parts = if nested == "items" {
            vec![(brief.into(), full.into())]
        } else {
            brief.into_iter().map(|(name, brief)| (brief, full[&name].clone())).collect()
        };
        if parts.drain(..).any(|(brief, full)| !shortens(brief, full)) {
            return false;
        }
    }
    brief == full
}

#[test]
fn brief_definitions_are_first_clauses_with_the_same_types() {
    for (brief, full) in brief_definitions().into_iter().zip(definitions()) {
        let name = brief.name.clone();
        assert!(begins(&brief.description.into(), &full.description.into()), "{name}");
        assert_eq!((&name, brief.changes), (&full.name, full.changes));
        assert!(shortens(brief.input_schema, full.input_schema), "{name}");
    }
}
