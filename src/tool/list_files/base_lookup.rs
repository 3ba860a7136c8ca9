//! The argument `base`: finds the base, reads it, and takes the view.

use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::policy::Policy;
use crate::search::base_view::{BaseView, EXTENSION, MAX_BYTES, is_base};
use crate::tool::call::Host;
use crate::tool::find::Find;
use crate::wire::{Answer, Request, whole_bytes};

/// A base to be found and read.
pub(super) struct BaseLookup {
    given: String,
    view: Option<String>,
    find: Find,
}

impl BaseLookup {
    /// Looks for the view `given`: `Tasks.base#Open`, also as a link, or without the extension.
    pub fn new(given: &str, policy: &Policy) -> Result<Self, ToolError> {
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
        let find = Find::new(&path, policy)?;
        Ok(Self { given: path, view, find })
    }

    /// The view, and the path of its base if the caller calls it otherwise.
    pub async fn read(mut self, host: &Host) -> Result<(Box<BaseView>, Option<String>), ToolError> {
        let file = self.find.file(host).await?;
        let path = file.granted.path().to_string();
        // A note such as `Tasks.base.md`, whose content may exclude it.
        if !is_base(&path) {
            return Err(self.find.not_found());
        }
        if whole_bytes(file.size) > MAX_BYTES {
            return Err(self.unreadable("it is too large for a base"));
        }
        let text = match host.ask_one(Request::Read(file.granted)).await {
            Answer::Text(text) => text,
            Answer::Bytes(bytes) => String::from_utf8(bytes).map_err(|_| self.unreadable("it is no text"))?,
            Answer::Failed(reason) => return Err(self.unreadable(&reason)),
            _ => return Err(self.unreadable("it is gone")),
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let view = BaseView::parse(text, self.view.as_deref());
        let view = view.map_err(|error| ToolError::new(ErrorCode::Unsupported, error.to_string(), error.help))?;
        let is_other_name = self.find.is_other_name(&path);
        Ok((Box::new(view), is_other_name.then_some(path)))
    }

    fn unreadable(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "read", reason).about(&self.given)
    }
}
