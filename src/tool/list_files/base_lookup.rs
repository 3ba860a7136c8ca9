//! The argument `base`: finds the base, reads it, and takes the view.

use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::policy::{Granted, Policy};
use crate::search::base_view::{BaseView, EXTENSION, MAX_BYTES, is_base};
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request, whole_bytes};

/// A base that is being found and read.
pub(super) struct BaseLookup {
    given: String,
    view: Option<String>,
    find: Find,
    /// The base, once it is found.
    found: Option<Granted>,
}

/// The next step.
pub(super) enum BaseStep {
    Ask(Vec<Request>),
    View(Box<BaseView>),
}

impl BaseLookup {
    /// Starts to look for the view `given`: `Tasks.base#Open`, also as a link, or without the extension.
    pub fn start(given: &str, policy: &Policy) -> Result<(Self, Vec<Request>), ToolError> {
        let given = given.trim();
        let link = given.trim_start_matches('!').strip_prefix("[[").and_then(|link| link.strip_suffix("]]"));
        let inner = link.map_or(given, |link| link.split_once('|').map_or(link, |(target, _)| target));
        let end = inner.to_ascii_lowercase().find(&format!("{EXTENSION}#")).map(|at| at + EXTENSION.len());
        let end = end.or_else(|| inner.find('#').filter(|_| !is_base(inner)));
        let (path, view) = end.map_or((inner, None), |end| (&inner[..end], Some(inner[end + 1..].to_owned())));
        let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        let path = if has_extension { path.to_owned() } else { format!("{path}{EXTENSION}") };
        if !is_base(&path) {
            let help = "give a file that ends in .base, and a view: {\"base\": \"Tasks.base#Open\"}";
            return Err(ToolError::invalid_arguments(format!("{} is not a base", quoted(&path)), help));
        }
        let (find, requests) = Find::start(&path, policy)?;
        Ok((Self { given: path, view, find, found: None }, requests))
    }

    /// Processes the host's answers.
    pub fn go_on(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<BaseStep, ToolError> {
        if self.found.is_some() {
            let text = match answers.into_iter().next() {
                Some(Answer::Text(text)) => text,
                Some(Answer::Bytes(bytes)) => String::from_utf8(bytes).map_err(|_| self.unreadable("it is no text"))?,
                Some(Answer::Failed(reason)) => return Err(self.unreadable(&reason)),
                _ => return Err(self.unreadable("it is gone")),
            };
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let view = BaseView::parse(text, self.view.as_deref());
            let view = view.map_err(|error| ToolError::new(ErrorCode::Unsupported, error.to_string(), error.help));
            return view.map(|view| BaseStep::View(Box::new(view)));
        }
        match self.find.resume(policy, answers)? {
            Finding::Ask(requests) => Ok(BaseStep::Ask(requests)),
            Finding::Found(file) => {
                // A note such as `Tasks.base.md`, whose content may exclude it.
                if !is_base(file.granted.path().as_str()) {
                    return Err(self.find.not_found());
                }
                if whole_bytes(file.size) > MAX_BYTES {
                    return Err(self.unreadable("it is too large for a base"));
                }
                self.found = Some(file.granted.clone());
                Ok(BaseStep::Ask(vec![Request::Read(file.granted)]))
            }
        }
    }

    /// The path of the base that was found, if the caller calls it otherwise.
    pub fn other_name(&self) -> Option<String> {
        let path = self.found.as_ref()?.path().as_str();
        self.find.is_other_name(path).then(|| path.to_owned())
    }

    fn unreadable(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "read", reason).about(&self.given)
    }
}
