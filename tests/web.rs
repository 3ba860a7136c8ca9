//! What the core asks of JavaScript, in Node and in a browser. `tests/shim/boundary.test.ts` has the boundary of the core,
//! `web/reader.rs` that of the reader.
#![cfg(target_arch = "wasm32")]

#[cfg(test)]
mod web {
    use lectern::VaultPath;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn the_host_makes_the_normal_form() {
        let path = VaultPath::parse("Cafe\u{301}/\u{1112}\u{1161}\u{11ab}.md").expect("a path");
        assert_eq!(path.as_str(), "Caf\u{e9}/\u{d55c}.md");
    }
}
