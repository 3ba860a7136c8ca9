//! The views of bases (`.base` files): which files they list, in which order, and with which properties.
//!
//! A formula is evaluated only as far as its result is certain from the documentation of Bases. What is left open there
//! gives [`Inexact`], unless all readings agree.

mod local_time;
mod value;
mod formula;
mod base_error;
mod formula_parser;
mod references;
mod numbers;
mod methods;
mod file_fields;
mod evaluator;
mod filter;
mod base_file;
mod explained_views;
#[cfg(test)]
mod tests;

use self::evaluator::Evaluator;
use self::filter::Filter;
use self::value::Value;
use crate::note::PropertyValue;

pub use base_file::BaseView;
pub(crate) use base_file::MAX_BYTES;
pub(crate) use explained_views::explained;
pub use file_fields::{BaseFile, DayTable};
pub use local_time::LocalTime;
pub use value::Inexact;

/// The extension of bases.
pub(crate) const EXTENSION: &str = ".base";

/// Whether `path` is a base.
pub(crate) fn is_base(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(EXTENSION)
}

/// What a view shows of a file: the values of its columns, then those that it is sorted by.
pub type ViewValues = Box<[PropertyValue]>;

impl BaseView {
    /// What the view shows of `file`; `None` if its filters leave it out. Adds the steps that it takes to `steps`.
    ///
    /// # Errors
    /// It is not certain whether the view has the file: the filter, or what a limited view is sorted by, and why.
    pub fn values(&self, file: &BaseFile<'_>, steps: &mut usize) -> Result<Option<ViewValues>, (String, Inexact)> {
        let evaluator = Evaluator::new(file, &self.formulas);
        let values = self.evaluated(&evaluator);
        *steps += evaluator.steps();
        values
    }

    fn evaluated(&self, evaluator: &Evaluator<'_>) -> Result<Option<ViewValues>, (String, Inexact)> {
        let holds = Filter::decided(&self.filters, evaluator, false);
        if !holds.map_err(|(written, reason)| (written.to_owned(), reason))? {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(self.columns.len() + self.order.len());
        for column in &self.columns {
            values.push(evaluator.value(&column.formula).map_or(PropertyValue::Unknown, Value::shown));
        }
        for (key, _) in &self.order {
            values.push(match evaluator.value(&key.formula) {
                // How a list or a duration is sorted is not documented.
                Ok(value) if !matches!(value, Value::List(_) | Value::Duration(_)) => value.shown(),
                // Without a limit, only the place of the file is not certain.
                _ if self.limit.is_none() => PropertyValue::Unknown,
                Ok(_) => return Err((key.name.clone(), Inexact("it is sorted by a list or a duration"))),
                Err(reason) => return Err((key.name.clone(), reason)),
            });
        }
        Ok(Some(values.into()))
    }

    /// Whether each value that the view is sorted by goes from the last to the first.
    pub fn directions(&self) -> impl ExactSizeIterator<Item = bool> {
        self.order.iter().map(|(_, is_reversed)| *is_reversed)
    }
}
