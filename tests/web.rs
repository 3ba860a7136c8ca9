//! The boundary to JavaScript, through JavaScript values, in Node and in a browser: bytes and text go in, plain objects
//! come out, and what is malformed is an error that leaves the session alive.
#![cfg(target_arch = "wasm32")]

#[cfg(test)]
mod web {
    use js_sys::{JSON, JsString, Object, Reflect, Uint8Array};
    use lectern::Config;
    use lectern::wasm::{Session, default_config, tools};
    use serde_json::{Value, json};
    use tsify::{Ts, Tsify};
    use wasm_bindgen::{JsError, JsValue};
    use wasm_bindgen_test::wasm_bindgen_test;

    /// A plain JavaScript value.
    fn js(value: &Value) -> JsValue {
        JSON::parse(&value.to_string()).expect("it is JSON")
    }

    /// What JavaScript makes of `value` as JSON: undefined properties and maps would be lost.
    fn plain<T: Tsify>(value: Ts<T>) -> Value {
        let text = JSON::stringify(&value.into()).expect("it is an object");
        serde_json::from_str(&String::from(text)).expect("it is JSON")
    }

    fn object(key: &str, value: &JsValue) -> JsValue {
        let object = Object::new();
        Reflect::set(&object, &key.into(), value).expect("an object can be set");
        object.into()
    }

    fn bytes(content: &[u8]) -> JsValue {
        object("bytes", &Uint8Array::from(content))
    }

    /// What `config` leaves out is as usual.
    fn open(config: &Value) -> Result<Session, JsError> {
        let mut whole = serde_json::to_value(Config::default()).expect("a config is JSON");
        for (name, value) in config.as_object().into_iter().flatten() {
            whole[name] = value.clone();
        }
        Session::new(Ts::new_unchecked(js(&whole)))
    }

    fn open_as_it_is(config: &Value) -> Result<Session, JsError> {
        Session::new(Ts::new_unchecked(js(config)))
    }

    fn session(max_bytes: u32, protected: &[&str]) -> Session {
        let config = json!({ "configDir": ".obsidian", "protected": protected, "maxBytes": max_bytes });
        open(&config).expect("the config can be used")
    }

    fn start(session: &mut Session, args: &Value) -> Value {
        plain(session.start("read_file", &args.to_string(), None).expect("a call starts"))
    }

    fn resume(session: &mut Session, call: u32, answers: &[JsValue]) -> Result<Value, JsError> {
        let answers = answers.iter().cloned().map(Ts::new_unchecked).collect();
        session.resume(call, answers).map(plain)
    }

    /// The reply to reading a file that is there, whose `read` is answered so.
    fn read(session: &mut Session, args: &Value, content: &JsValue) -> Value {
        let started = start(session, args);
        let call = started["ask"]["call"].as_u64().and_then(|call| u32::try_from(call).ok()).expect("a call");
        let stat = js(&json!({ "file": { "size": 7, "mtime": f64::from(call) } }));
        let mut step = resume(session, call, &[stat]).expect("the call goes on");
        assert_eq!(step, json!({ "ask": { "call": call, "requests": [{ "read": args["path"] }] } }));
        step = resume(session, call, std::slice::from_ref(content)).expect("the call ends");
        match step["done"].take() {
            Value::Null => step,
            reply => reply,
        }
    }

    fn message(error: JsError) -> String {
        let error: JsValue = error.into();
        let message = Reflect::get(&error, &"message".into()).expect("an error has a message");
        message.as_string().expect("a message is text")
    }

    #[wasm_bindgen_test]
    fn the_usual_config_is_a_plain_object() {
        let expected = json!({
            "configDir": ".obsidian", "protected": [], "patterns": [], "ignoreFile": "", "excluded": [], "closedTags": [],
            "changes": false, "readOnly": [], "promptsFolders": [],
            "maxBytes": 102_400, "maxLines": null, "filesAtOnce": 5,
            "maxImageBytes": 5_242_880, "maxImagesBytes": 20_971_520, "maxIndexBytes": 134_217_728,
            "searchDocuments": true, "maxDocumentsIndexBytes": 33_554_432, "maxDocumentBytes": 33_554_432,
            "keepIndexOver": null, "meaning": null, "roots": [],
        });
        assert_eq!(default_config().ok().map(plain), Some(expected));
    }

    #[wasm_bindgen_test]
    fn the_tools_are_plain_objects() {
        let tools: Vec<_> = tools().expect("there are tools").into_iter().map(plain).collect();
        assert_eq!(tools[0]["name"], "read_file");
        assert_eq!(tools[0]["inputSchema"]["properties"]["start_column"]["type"], "integer");
        assert_eq!(tools[3]["inputSchema"]["required"], json!(["path"]));
    }

    #[wasm_bindgen_test]
    fn a_call_asks_with_plain_objects() {
        let expected = json!({ "ask": { "call": 1, "requests": [{ "stat": "Notes/a.md" }] } });
        assert_eq!(start(&mut session(100, &[]), &json!({ "path": "Notes/a.md" })), expected);
    }

    #[wasm_bindgen_test]
    fn a_reply_is_a_plain_object_with_null_for_what_is_not_there() {
        let expected = json!({
            "content": [{ "type": "text", "text": "1: only" }],
            "isError": false,
            "structuredContent": {
                "display": "Read line 1 of 1 in a.md",
                "files": [{
                    "path": "a.md", "start_line": 1, "end_line": 1, "total_lines": 1, "truncated": false,
                    "final_newline": false, "eol": null, "next": null,
                }],
            },
        });
        assert_eq!(read(&mut session(100, &[]), &json!({ "path": "a.md" }), &bytes(b"only")), expected);
    }

    #[wasm_bindgen_test]
    fn a_cut_reply_has_plain_arguments_to_go_on_with() {
        let reply = read(&mut session(7, &[]), &json!({ "path": "a.md", "end_line": 2 }), &bytes(b"abcdefgh\r\nx\n"));
        let file = json!({
            "path": "a.md", "start_line": 1, "end_line": 1, "total_lines": 2, "truncated": true, "final_newline": true,
            "eol": "mixed", "next": { "path": "a.md", "start_line": 1, "end_line": 2, "start_column": 5 },
        });
        assert_eq!(reply["structuredContent"]["files"], json!([file]));
        let reply = read(&mut session(100, &[]), &json!({ "path": "a.md" }), &bytes(b"a\r\nb\nc\r\nd\r\n"));
        assert_eq!(reply["structuredContent"]["files"][0]["crlf_lines"], json!([[1, 1], [3, 4]]));
    }

    #[wasm_bindgen_test]
    fn an_error_is_a_reply_too() {
        let (message, help) = (r#""../a.md" leaves the vault"#, r#"give the path from the vault root, such as "a.md""#);
        let expected = json!({ "done": {
            "content": [{ "type": "text", "text": format!("error[outside_vault]: {message}\nhelp: {help}") }],
            "isError": true,
            "structuredContent": {
                "display": format!("Could not read: {message}"),
                "files": [],
                "error": { "code": "outside_vault", "message": message, "help": help },
            },
        } });
        assert_eq!(start(&mut session(100, &[]), &json!({ "path": "../a.md" })), expected);
    }

    #[wasm_bindgen_test]
    fn bytes_and_text_are_read_alike() {
        let content = "\u{feff}\u{d55c}\u{ae00} e\u{301}\n\u{1f468}\u{200d}\u{1f469}\u{feff}\u{0}\n";
        let shown = "1: \u{d55c}\u{ae00} e\u{301}\n2: \u{1f468}\u{200d}\u{1f469}\u{feff}\u{0}";
        // A view into the middle of a larger buffer.
        let larger = Uint8Array::from(format!("xx{content}yy").as_bytes());
        let view = larger.subarray(2, larger.length() - 2);
        for answer in [bytes(content.as_bytes()), object("bytes", &view), object("text", &content.into())] {
            let reply = read(&mut session(100, &[]), &json!({ "path": "a.md" }), &answer);
            assert_eq!(reply["content"][0]["text"], shown);
        }
    }

    #[wasm_bindgen_test]
    fn half_a_letter_of_the_host_becomes_a_replacement_character() {
        let text = JsString::from_char_code(&[0x61, 0xd83d, 0x62]);
        let reply = read(&mut session(100, &[]), &json!({ "path": "a.md" }), &object("text", &text));
        assert_eq!(reply["content"][0]["text"], "1: a\u{fffd}b");
    }

    #[wasm_bindgen_test]
    fn bytes_that_are_no_utf_8_are_converted_wherever_they_stand() {
        let mut late = "x\n".repeat(600_000).into_bytes();
        late.extend(b"caf\xe9\n");
        for (content, start_line) in [(b"caf\xe9\n".to_vec(), 1), (late, -1)] {
            let args = json!({ "path": "a.md", "start_line": start_line });
            let step = read(&mut session(100, &[]), &args, &bytes(&content));
            assert_eq!(step["ask"]["requests"][0]["convert"]["format"], "legacy", "{step}");
        }
    }

    #[wasm_bindgen_test]
    fn a_large_file_comes_back_whole() {
        let line = "\u{d55c}\u{ae00}\u{c758} \u{ae34} \u{c904} \u{1f468}\u{200d}\u{1f469}, plain words and e\u{301}.";
        let content = format!("{line}\n").repeat(1_048_576 / line.len());
        let numbered: Vec<_> = content.lines().zip(1..).map(|(line, number)| format!("{number}: {line}")).collect();
        let reply = read(&mut session(4_000_000, &[]), &json!({ "path": "a.md" }), &bytes(content.as_bytes()));
        // Not assert_eq: two texts of a megabyte are nothing to print.
        assert!(reply["content"][0]["text"] == numbered.join("\n").as_str());
    }

    #[wasm_bindgen_test]
    fn a_malformed_answer_is_an_error_and_the_call_can_still_be_answered() {
        let mut session = session(100, &[]);
        start(&mut session, &json!({ "path": "a.md" }));
        for answer in [
            json!(null),
            json!(3),
            json!("inside"),
            json!({}),
            json!([]),
            json!({ "file": {} }),
            json!({ "file": { "size": "7", "mtime": 0 } }),
            json!({ "file": { "size": 7 } }),
            json!({ "listing": { "files": [] } }),
            json!({ "text": 3 }),
            json!({ "bytes": "text" }),
            json!({ "whatever": null }),
        ] {
            assert!(resume(&mut session, 1, &[js(&answer)]).is_err(), "{answer}");
        }
        assert!(resume(&mut session, 1, &[JsValue::UNDEFINED]).is_err());
        let step = resume(&mut session, 1, &["special".into()]).expect("the call goes on");
        assert_eq!(step["done"]["structuredContent"]["error"]["code"], "unsupported");
    }

    #[wasm_bindgen_test]
    fn a_config_that_cannot_be_used_throws() {
        for (config, expected) in [
            (
                json!({ "configDir": ".obsidian", "protected": [], "maxBytes": -1 }),
                "the byte limit must be a whole number",
            ),
            (
                json!({ "configDir": "", "protected": [], "maxBytes": 9 }),
                "a closed folder cannot be understood: path is",
            ),
            (json!({ "configDir": "c", "protected": ["../x"], "maxBytes": 9 }), "a closed folder cannot be understood"),
        ] {
            let message = open(&config).err().map(message).expect("the config cannot be used");
            assert!(message.starts_with(expected), "{config}: {message}");
        }
        for config in [
            json!({ "configDir": "c", "protected": "x", "maxBytes": 9 }),
            json!({ "configDir": "c", "protected": [3], "maxBytes": 9 }),
            json!({ "configDir": 3, "protected": [], "maxBytes": 9 }),
            json!({ "configDir": "c", "protected": [], "maxBytes": "9" }),
            json!({ "configDir": "c", "protected": [] }),
            json!({}),
            json!(null),
        ] {
            assert!(open_as_it_is(&config).is_err(), "{config}");
        }
        assert!(Session::new(Ts::new_unchecked(JsValue::UNDEFINED)).is_err());
    }

    #[wasm_bindgen_test]
    fn names_fold_as_they_do_natively() {
        let session = session(100, &["Caf\u{e9} \u{be44}\u{bc00}", "Stra\u{df}e"]);
        for closed in [
            ".ob\u{17f}idian/app.json",
            ".OBSIDIAN",
            ".g\u{200c}it/config",
            "cafe\u{301} \u{1107}\u{1175}\u{1106}\u{1175}\u{11af}/a.md",
            "x/CAF\u{c9} \u{be44}\u{bc00}.",
            "STRASSE/a.md",
        ] {
            assert!(session.is_protected_path(closed), "{closed:?}");
        }
        assert!(!session.is_protected_path("Cafe \u{be44}\u{bc00}/a.md"));
        let error = session.assert_not_protected("../a").map_err(message);
        assert_eq!(error, Err(r#""../a" leaves the vault"#.to_owned()));
        assert!(session.assert_not_protected("a").is_ok());
    }

    #[wasm_bindgen_test]
    fn a_name_in_another_normal_form_is_asked_for_in_nfc() {
        let started = start(&mut session(100, &[]), &json!({ "path": "Cafe\u{301}/\u{1112}\u{1161}\u{11ab}.md" }));
        assert_eq!(started["ask"]["requests"], json!([{ "stat": "Caf\u{e9}/\u{d55c}.md" }]));
    }

    #[wasm_bindgen_test]
    fn a_cancelled_call_ends_in_a_plain_reply() {
        let mut session = session(100, &[]);
        start(&mut session, &json!({ "path": "a.md" }));
        let reply = session.cancel(1).map(plain).expect("a reply");
        assert_eq!(reply["structuredContent"]["error"]["code"], "cancelled");
        let step = resume(&mut session, 1, &[js(&json!("missing"))]).expect("a reply");
        assert_eq!(step["done"], reply);
    }
}
