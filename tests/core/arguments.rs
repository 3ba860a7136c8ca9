//! Arguments of `read_file`: what is accepted, what is refused, and the messages.

use lectern::ErrorCode::{self, InvalidArguments, PastEnd};
use lectern::Step;

use crate::support::{Vault, error, outcome, session};

const ALL: &str = "1: alpha\n2: beta\n3: gamma\n4: delta\n5: epsilon";

const LINE_HELP: &str =
    "give a whole number: 12 is the 12th line, -20 begins the last 20 lines; leave it out to start at line 1";
const END_HELP: &str = "give a whole number: 80 is the 80th line, -1 the last; leave it out to read to the end";
const COLUMN_HELP: &str =
    "give start_column and start_line from the previous reply; leave it out to start at the line's start";
const PATH_HELP: &str = r#"give a path from the vault root, such as {"path": "Notes/a.md"}"#;
const FORM_HELP: &str = "give one JSON object with path, start_line, end_line, start_column, page, sheet, range, \
                         formulas, cell, files, view, such as {\"path\": \"Notes/a.md\"}";

/// What a note of five lines, `five.md`, is read as; the note `empty.md` is empty.
fn call(args: &str) -> Result<String, lectern::ToolError> {
    let mut vault = Vault::of(&[("five.md", "alpha\nbeta\ngamma\ndelta\nepsilon\n"), ("empty.md", "")]);
    let reply = vault.call(&mut session(), args);
    outcome(&reply).map(str::to_owned)
}

/// The same with `name` set to the JSON text `value`.
fn call_with(name: &str, value: &str) -> Result<String, lectern::ToolError> {
    call(&format!(r#"{{"path": "five.md", "{name}": {value}}}"#))
}

fn refused(code: ErrorCode, message: &str, help: &str) -> Result<String, lectern::ToolError> {
    Err(error(code, message, help))
}

#[test]
fn a_line_is_a_whole_number_however_it_is_written() {
    let third = "3: gamma\n4: delta\n5: epsilon\n[lines 3-5 of 5]";
    for value in ["3", "3.0", "30e-1", r#""3""#, r#""03""#, "-3", r#""-3""#, "-3.0"] {
        assert_eq!(call_with("start_line", value), Ok(third.to_owned()), "{value}");
    }
    for value in ["null", "1", "-5", "-900", "-1e21", "-99999999999999999999", r#""-99999999999999999999""#] {
        assert_eq!(call_with("start_line", value), Ok(ALL.to_owned()), "{value}");
    }
    for value in ["null", "5", "-1", "900", "1e21", "18446744073709551615", r#""99999999999999999999""#] {
        assert_eq!(call_with("end_line", value), Ok(ALL.to_owned()), "{value}");
    }
}

#[test]
fn what_is_no_line_is_refused() {
    for (value, fault) in [
        ("0", "0, but counting starts at 1"),
        ("-0", "-0, but counting starts at 1"),
        ("0.0", "0.0, but counting starts at 1"),
        (r#""0""#, r#""0", but counting starts at 1"#),
        ("1.5", "1.5, not a whole number"),
        ("-0.5", "-0.5, not a whole number"),
        (r#""3abc""#, r#""3abc", not a whole number"#),
        (r#""three""#, r#""three", not a whole number"#),
        (r#""1.5""#, r#""1.5", not a whole number"#),
        (r#""""#, r#""", not a whole number"#),
        (r#""-""#, r#""-", not a whole number"#),
        (r#""--3""#, r#""--3", not a whole number"#),
        (r#""NaN""#, r#""NaN", not a whole number"#),
        (r#""٣""#, r#""٣", not a whole number"#),
        ("true", "true, not a whole number"),
        ("[]", "a list, not a whole number"),
        ("[3]", "a list, not a whole number"),
        ("{}", "an object, not a whole number"),
    ] {
        let message = |name| format!("{name} is {fault}");
        let help = [("start_line", LINE_HELP), ("end_line", END_HELP), ("start_column", COLUMN_HELP)];
        for (name, help) in help {
            assert_eq!(call_with(name, value), refused(InvalidArguments, &message(name), help), "{name} {value}");
        }
    }
}

#[test]
fn a_number_beyond_every_float_is_refused() {
    for name in ["start_line", "end_line", "start_column"] {
        let code = call_with(name, "1e400").map_err(|error| error.code);
        assert_eq!(code, Err(InvalidArguments), "{name}");
    }
}

#[test]
fn a_path_is_text() {
    for (value, fault) in [
        ("3", "3, not text"),
        ("true", "true, not text"),
        (r#"["five.md"]"#, "a list, not text"),
        (r#"{"path": "five.md"}"#, "an object, not text"),
    ] {
        let given = call(&format!(r#"{{"path": {value}}}"#));
        assert_eq!(given, refused(InvalidArguments, &format!("path is {fault}"), PATH_HELP), "{value}");
    }
    for args in ["{}", r#"{"path": null}"#, r#"{"start_line": 3}"#] {
        assert_eq!(call(args), refused(InvalidArguments, "path is missing", PATH_HELP), "{args}");
    }
    let help = r#"give the path from the vault root, such as "Notes/a.md""#;
    for args in [r#"{"path": ""}"#, r#"{"path": "  "}"#, r#"{"path": "[[]]"}"#] {
        assert_eq!(call(args), refused(InvalidArguments, "path is empty", help), "{args}");
    }
    let message = r#"path "a\u000ab" contains a control character"#;
    let help = format!("{help}; rename a file whose name contains such a character");
    assert_eq!(call(r#"{"path": "a\nb"}"#), refused(InvalidArguments, message, &help));
}

#[test]
fn an_unknown_name_is_refused() {
    let help =
        "the arguments are path, start_line, end_line, start_column, page, sheet, range, formulas, cell, files, view";
    for name in ["offset", "limit", "Path", "startLine", "", "start_line "] {
        let message = format!("unknown argument {name:?}");
        assert_eq!(call_with(name, "3"), refused(InvalidArguments, &message, help), "{name}");
        assert_eq!(call_with(name, "null"), refused(InvalidArguments, &message, help), "{name}");
    }
}

#[test]
fn arguments_are_one_json_object() {
    for (args, kind) in [
        ("[]", "a list"),
        (r#""five.md""#, r#""five.md""#),
        ("null", "null"),
        ("3", "3"),
        (r#"[{"path": "five.md"}]"#, "a list"),
    ] {
        let message = format!("the arguments are {kind}, not an object");
        assert_eq!(call(args), refused(InvalidArguments, &message, FORM_HELP), "{args}");
    }
    for args in ["", "{", r#"{"path": "five.md""#, "{'path': 'five.md'}", "five.md", r#"{"path": "five.md"} x"#] {
        let given = call(args).expect_err("broken JSON is refused");
        assert_eq!((given.code, given.help.as_str()), (InvalidArguments, FORM_HELP), "{args}");
        assert!(given.message.starts_with("the arguments are not valid JSON: "), "{args}: {}", given.message);
        assert!(!given.message.contains('\n'), "{args}: {}", given.message);
    }
}

#[test]
fn arguments_are_checked_before_the_host_is_asked() {
    for args in [r#"{"path": "five.md", "start_line": 0}"#, r#"{"path": "five.md", "start_column": 2}"#, "{}", "["] {
        assert!(matches!(session().start("read_file", args), Step::Done(_)), "{args}");
    }
}

#[test]
fn the_end_must_not_come_before_the_start() {
    for (start, end) in [("4", "2"), ("-2", "2"), ("4", "-4"), ("-2", "-4"), (r#""4""#, "2.0")] {
        let given = call(&format!(r#"{{"path": "five.md", "start_line": {start}, "end_line": {end}}}"#));
        let [start, end] = [start, end].map(|value| value.trim_matches('"').trim_end_matches(".0"));
        let message = format!(r#"end_line {end} is before start_line {start} in "five.md", which has 5 lines"#);
        let help = format!("use start_line {end}, end_line {start}");
        assert_eq!(given, refused(InvalidArguments, &message, &help));
    }
    for (start, end) in [("2", "4"), ("-4", "4"), ("2", "-2"), ("-4", "-2")] {
        let given = call(&format!(r#"{{"path": "five.md", "start_line": {start}, "end_line": {end}}}"#));
        assert_eq!(given, Ok("2: beta\n3: gamma\n4: delta\n[lines 2-4 of 5]".to_owned()), "{start} {end}");
    }
    for (start, end) in [("null", "-6"), ("2", "-6"), ("-9", "-9"), ("null", "-9223372036854775808")] {
        let given = call(&format!(r#"{{"path": "five.md", "start_line": {start}, "end_line": {end}}}"#));
        let message = format!(r#"end_line {end} is before the first line of "five.md", which has 5 lines"#);
        assert_eq!(given, refused(InvalidArguments, &message, "use end_line 1 to 5, or leave it out"));
    }
}

#[test]
fn a_start_past_the_end_is_told_with_the_lines_there_are() {
    for (value, written) in
        [("6", "6"), ("900", "900"), (r#""900""#, "900"), ("9223372036854775807", "9223372036854775807")]
    {
        let message = format!(r#"start_line {written} is past the end of "five.md", which has 5 lines"#);
        assert_eq!(call_with("start_line", value), refused(PastEnd, &message, "use start_line 1 to 5"), "{value}");
    }
    for value in ["1e21", "18446744073709551616", r#""99999999999999999999""#] {
        assert_eq!(call_with("start_line", value).map_err(|error| error.code), Err(PastEnd), "{value}");
    }
}

#[test]
fn any_range_from_its_first_line_on_is_the_whole_of_an_empty_file() {
    for range in ["", r#", "start_line": 1"#, r#", "start_line": -20"#, r#", "start_line": 1, "end_line": 500"#] {
        let given = call(&format!(r#"{{"path": "empty.md"{range}}}"#));
        assert_eq!(given, Ok("[empty file]".to_owned()), "{range}");
    }
    let message = r#"start_line 2 is past the end of "empty.md", which is empty"#;
    let given = call(r#"{"path": "empty.md", "start_line": 2}"#);
    assert_eq!(given, refused(PastEnd, message, "leave start_line out"));
}

#[test]
fn a_column_goes_with_its_line() {
    let message = "start_column is given without start_line";
    let help = "give both from the previous reply, or neither";
    assert_eq!(call_with("start_column", "2"), refused(InvalidArguments, message, help));

    let at = |column| call(&format!(r#"{{"path": "five.md", "start_line": -1, "start_column": {column}}}"#));
    assert_eq!(at("1"), Ok("5: epsilon\n[lines 5-5 of 5]".to_owned()));
    assert_eq!(at(r#""7""#), Ok("5+: n\n[lines 5-5 of 5]".to_owned()));
    for column in ["8", "900"] {
        let message = format!(r#"start_column {column} is past the end of line 5 of "five.md", which has 7 columns"#);
        assert_eq!(at(column), refused(PastEnd, &message, "leave start_column out to read line 5 from its start"));
    }
    assert_eq!(at("1e21").map_err(|error| error.code), Err(PastEnd));
    let message = "start_column is -1, but counting starts at 1";
    assert_eq!(at("-1"), refused(InvalidArguments, message, COLUMN_HELP));
}

#[test]
fn an_unknown_tool_is_told_which_there_are() {
    let Step::Done(reply) = session().start("write_file", "{}") else { panic!("there is no such tool") };
    let expected = error(
        InvalidArguments,
        r#"there is no tool "write_file""#,
        "the tools are read_file, list_files, search_notes, links",
    );
    assert_eq!(outcome(&reply), Err(expected));
}
