//! The boundary to JavaScript: one vault's tools. Every function here delegates to the core. The reader of documents is a
//! module of its own: see `document/wasm.rs`.
//!
//! A panic is logged to the console, and ends in a trap; the shim answers the call with an error and creates a new instance.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::catalogue::change::{Change, Indexed};
use crate::catalogue::meaning::MeaningState;
use crate::tool::{Config, Context, Step, ToolDefinition, brief_definitions, definitions};
use crate::wire::{Answer, Reply, Undo};

/// One vault's tools.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session(crate::tool::Session);

#[wasm_bindgen]
impl Session {
    /// Opens a session; throws if the config is invalid.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "the boundary takes values")]
    pub fn new(config: Ts<Config>) -> Result<Session, JsError> {
        Ok(Self(crate::tool::Session::new(&config.to_rust()?)?))
    }

    /// Replaces the config; throws if it is invalid.
    #[expect(clippy::needless_pass_by_value, reason = "the boundary takes values")]
    pub fn reconfigure(&mut self, config: Ts<Config>) -> Result<(), JsError> {
        Ok(self.0.reconfigure(&config.to_rust()?)?)
    }

    /// Starts a call of `tool` with the JSON text `args` in `context`. `today`: the time, unless that has one.
    pub fn start(
        &mut self,
        tool: &str,
        args: &str,
        today: Option<String>,
        context: Option<Ts<Context>>,
    ) -> Result<Ts<Step>, JsError> {
        let mut context = context.map(|context| context.to_rust()).transpose()?.unwrap_or_default();
        context.today = context.today.or(today);
        Ok(self.0.start_within(&context, tool, args).into_ts()?)
    }

    /// Continues `call` with the host's answers to its requests, in order.
    pub fn resume(&mut self, call: u32, answers: Vec<Ts<Answer>>) -> Result<Ts<Step>, JsError> {
        let answers = answers.into_iter().map(|answer| answer.to_rust()).collect::<Result<_, _>>()?;
        Ok(self.0.resume(call, answers).into_ts()?)
    }

    /// Brings the index up to date; continues like a call.
    #[wasm_bindgen(js_name = catchUp)]
    pub fn catch_up(&mut self) -> Result<Ts<Step>, JsError> {
        Ok(self.0.catch_up().into_ts()?)
    }

    /// Has the host keep the index until the next start; continues like a call.
    pub fn keep(&mut self) -> Result<Ts<Step>, JsError> {
        Ok(self.0.keep().into_ts()?)
    }

    /// Brings the vectors of the search by meaning up to date; continues like a call.
    pub fn embed(&mut self) -> Result<Ts<Step>, JsError> {
        Ok(self.0.embed().into_ts()?)
    }

    /// How far the search by meaning has come; with the notes that would wait with another model, if its key and the
    /// dimensions of its vectors are given.
    pub fn meaning(&self, key: Option<String>, dims: Option<u32>) -> Result<Ts<MeaningState>, JsError> {
        let state = match key {
            None => self.0.meaning(),
            Some(key) => self.0.meaning_with(key, dims.unwrap_or_default()),
        };
        Ok(state.into_ts()?)
    }

    /// Asks which of `paths` are not excluded now; continues like a call.
    #[wasm_bindgen(js_name = whichOpen)]
    pub fn which_open(&mut self, paths: Vec<String>) -> Result<Ts<Step>, JsError> {
        Ok(self.0.which_open(paths).into_ts()?)
    }

    /// Undoes a change; continues like a call.
    #[expect(clippy::needless_pass_by_value, reason = "the boundary takes values")]
    pub fn undo(&mut self, undo: Ts<Undo>) -> Result<Ts<Step>, JsError> {
        Ok(self.0.undo(undo.to_rust()?).into_ts()?)
    }

    /// Reports changes in the vault.
    pub fn changed(&mut self, changes: Vec<Ts<Change>>) -> Result<(), JsError> {
        let changes = changes.into_iter().map(|change| change.to_rust()).collect::<Result<_, _>>()?;
        self.0.changed(changes);
        Ok(())
    }

    /// Whether documents are not in the index yet.
    #[wasm_bindgen(js_name = hasUnreadDocuments)]
    #[must_use]
    pub fn has_unread_documents(&self) -> bool {
        self.0.has_unread_documents()
    }

    /// The state of the index.
    pub fn indexed(&self) -> Result<Ts<Indexed>, JsError> {
        Ok(self.0.indexed().into_ts()?)
    }

    /// Cancels `call`.
    pub fn cancel(&mut self, call: u32) -> Result<Ts<Reply>, JsError> {
        Ok(self.0.cancel(call).into_ts()?)
    }

    /// Whether other file tools must not touch this path.
    #[wasm_bindgen(js_name = isProtectedPath)]
    #[must_use]
    pub fn is_protected_path(&self, path: &str) -> bool {
        self.0.is_protected_path(path)
    }

    /// Throws, with the reason, if other file tools must not touch this path.
    #[wasm_bindgen(js_name = assertNotProtected)]
    pub fn assert_not_protected(&self, path: &str) -> Result<(), JsError> {
        Ok(self.0.assert_not_protected(path)?)
    }
}

/// The definitions of all tools, for a model.
#[wasm_bindgen]
pub fn tools() -> Result<Vec<Ts<ToolDefinition>>, JsError> {
    Ok(definitions().iter().map(Tsify::into_ts).collect::<Result<_, _>>()?)
}

/// The definitions of all tools in few words, for a model with a small context.
#[wasm_bindgen(js_name = briefTools)]
pub fn brief_tools() -> Result<Vec<Ts<ToolDefinition>>, JsError> {
    Ok(brief_definitions().iter().map(Tsify::into_ts).collect::<Result<_, _>>()?)
}

/// The default settings.
#[wasm_bindgen(js_name = defaultConfig)]
pub fn default_config() -> Result<Ts<Config>, JsError> {
    Ok(Config::default().into_ts()?)
}

/// Runs once when the module is instantiated.
#[wasm_bindgen(start)]
pub fn on_load() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&format!("Lectern: unexpected error in the core: {info}").into());
    }));
}
