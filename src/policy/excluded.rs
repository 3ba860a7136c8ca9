//! The app's own "Excluded files" (`userIgnoreFilters`), as something that closes.
//!
//! A filter between slashes is a JavaScript regular expression, looked for anywhere in a file's path; any other is the
//! beginning of a path. Here neither knows case. The app tests only files; a folder is tested as its path with a slash
//! behind it, which is how the app writes down a folder that is excluded.

use self::regex::Regex;
use super::names::{Place, text_key};
use super::{Kind, RuleError, kinds};
use crate::path::VaultPath;
use crate::unicode::nfc;

/// What the app excludes.
#[derive(Debug, Clone, Default)]
pub(super) struct Excluded {
    /// Beginnings of paths, as [`text_key`].
    beginnings: Vec<String>,
    expressions: Vec<Regex>,
}

impl Excluded {
    /// Reads the app's filters. A blank one says nothing; `/` excludes everything.
    pub fn parse<S: AsRef<str>>(filters: &[S]) -> Result<Self, RuleError> {
        let mut excluded = Self::default();
        for filter in filters.iter().map(AsRef::as_ref).filter(|filter| !filter.trim().is_empty()) {
            if let Some(expression) = filter.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
                let regex = Regex::new(&nfc(expression));
                excluded.expressions.push(regex.ok_or_else(|| RuleError::Excluded(filter.to_owned()))?);
            } else {
                let filter = filter.replace('\\', "/");
                let path = filter.trim_start().trim_start_matches("./").trim_start_matches('/');
                excluded.beginnings.push(text_key(path));
            }
        }
        Ok(excluded)
    }

    /// Whether `path`, a file or a folder, is excluded, as spelled or by the keys of its names.
    pub fn closes(&self, path: &VaultPath, place: &Place, kind: Option<Kind>) -> bool {
        if (self.beginnings.is_empty() && self.expressions.is_empty()) || path.is_root() {
            return false;
        }
        let keys = place.readings().map(|(_, path, _)| path.iter().collect::<String>());
        let folded = text_key(path.as_str());
        keys.chain([path.as_str().to_owned(), folded]).any(|text| {
            kinds(kind).any(|kind| {
                let text = if kind == Kind::Folder { format!("{text}/") } else { text.clone() };
                self.beginnings.iter().any(|beginning| text.starts_with(beginning))
                    || self.expressions.iter().any(|expression| expression.is_in(&text))
            })
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod regex {
    //! A crate reads JavaScript's syntax natively. Like the app's, it can be slow on an expression that backtracks.

    #[derive(Debug, Clone)]
    pub struct Regex(regress::Regex);

    impl Regex {
        pub fn new(expression: &str) -> Option<Self> {
            regress::Regex::with_flags(expression, "i").ok().map(Self)
        }

        pub fn is_in(&self, text: &str) -> bool {
            self.0.find(text).is_some()
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod regex {
    //! The host has the very expressions that the app uses.

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        // js_sys's constructor does not catch: an expression with a slip would end the module.
        #[derive(Debug, Clone)]
        #[wasm_bindgen(js_name = RegExp)]
        type RegExp;
        #[wasm_bindgen(constructor, catch, js_class = "RegExp")]
        fn new(expression: &str, flags: &str) -> Result<RegExp, JsValue>;
        #[wasm_bindgen(method, js_class = "RegExp")]
        fn test(this: &RegExp, text: &str) -> bool;
    }

    #[derive(Debug, Clone)]
    pub struct Regex(RegExp);

    impl Regex {
        pub fn new(expression: &str) -> Option<Self> {
            RegExp::new(expression, "i").ok().map(Self)
        }

        pub fn is_in(&self, text: &str) -> bool {
            self.0.test(text)
        }
    }
}
