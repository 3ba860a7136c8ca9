//! The reader in wasm, through JavaScript values, in Node and in a browser. `tests/shim/boundary.test.ts` has the boundary
//! of the core.
#![cfg(target_arch = "wasm32")]

#[cfg(test)]
mod web {
    use js_sys::{JSON, Uint8Array};
    use lectern_document::wasm::Reader;
    use serde_json::{Value, json};
    use tsify::Ts;
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_test::wasm_bindgen_test;

    fn js(value: &Value) -> JsValue {
        JSON::parse(&value.to_string()).expect("it is JSON")
    }

    fn get(value: &JsValue, key: &str) -> JsValue {
        js_sys::Reflect::get(value, &key.into()).expect("it is an object")
    }

    /// What the reader says of a file that it takes in byte by byte.
    fn read(format: &str, file: &[u8], place: &Value) -> JsValue {
        let mut reader = Reader::new(Ts::new_unchecked(js(&json!(format))), file.len()).expect("a known format");
        for byte in file {
            reader.take(&Uint8Array::from(std::slice::from_ref(byte)));
        }
        reader.ask(Some(Ts::new_unchecked(js(place)))).expect("a known place");
        loop {
            if let Some(reading) = reader.step().expect("it goes on") {
                return reading.into();
            }
        }
    }

    #[wasm_bindgen_test]
    fn a_document_comes_back_as_bytes() {
        let reading = read("html", "<h1>Caf\u{e9}</h1><p>\u{d55c}\u{ae00} e\u{301}</p>".as_bytes(), &json!({}));
        let text = get(&get(&reading, "document"), "text").dyn_into::<Uint8Array>().expect("the text is bytes");
        assert_eq!(String::from_utf8(text.to_vec()).as_deref(), Ok("# Caf\u{e9}\n\n\u{d55c}\u{ae00} e\u{301}\n"));
    }

    #[wasm_bindgen_test]
    fn what_is_no_document_is_a_plain_fault() {
        let text = JSON::stringify(&read("docx", &[1, 2, 3], &json!({}))).expect("it is an object");
        assert!(String::from(text).starts_with(r#"{"fault":"#));
    }

    #[wasm_bindgen_test]
    fn what_is_malformed_throws() {
        assert!(Reader::new(Ts::new_unchecked(js(&json!("whatever"))), 0).is_err());
        let mut reader = Reader::new(Ts::new_unchecked(js(&json!("docx"))), 0).expect("a known format");
        assert!(reader.ask(Some(Ts::new_unchecked(js(&json!({ "page": "one" }))))).is_err());
    }
}
