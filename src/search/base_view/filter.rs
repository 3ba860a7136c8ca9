//! Filters: formulas that are joined by `and`, `or` and `not`.

use super::base_error::BaseError;
use super::evaluator::Evaluator;
use super::formula::Formula;
use super::formula_parser::parse;
use super::references::{Named, check};
use super::value::{Inexact, decided};
use crate::note::front_matter::YamlNode;

/// Maximum nesting.
const MAX_DEPTH: u32 = 20;

#[derive(Debug)]
pub(super) enum Filter {
    All(Vec<Filter>),
    Any(Vec<Filter>),
    None(Vec<Filter>),
    Formula { written: String, formula: Formula },
}

/// The filter that decides nothing for a file, and why.
pub(super) type Undecided<'f> = (&'f str, Inexact);

impl Filter {
    /// The filter that `node` is.
    pub fn of(node: &YamlNode, formulas: &[Named]) -> Result<Self, BaseError> {
        Self::nested(node, formulas, MAX_DEPTH)
    }

    fn nested(node: &YamlNode, formulas: &[Named], depth: u32) -> Result<Self, BaseError> {
        let not_understood = || BaseError::new("a filter of the base is not understood", "read it with read_file");
        let deeper = depth.checked_sub(1).ok_or_else(not_understood)?;
        if let Some(written) = node.text() {
            let formula = parse(&written).and_then(|formula| {
                check(&formula, formulas)?;
                Ok(formula)
            });
            let formula = formula.map_err(|reason| BaseError::formula("filter", &written, &reason))?;
            return Ok(Self::Formula { written, formula });
        }
        let YamlNode::Map(entries) = node else { return Err(not_understood()) };
        let [(joined, YamlNode::List(nodes))] = entries.as_slice() else { return Err(not_understood()) };
        let filters = nodes.iter().map(|node| Self::nested(node, formulas, deeper)).collect::<Result<_, _>>()?;
        match joined.as_str() {
            "and" => Ok(Self::All(filters)),
            "or" => Ok(Self::Any(filters)),
            "not" => Ok(Self::None(filters)),
            _ => Err(not_understood()),
        }
    }

    /// Calls `found` with each formula.
    pub fn each(&self, found: &mut dyn FnMut(&Formula)) {
        match self {
            Self::All(filters) | Self::Any(filters) | Self::None(filters) => {
                for filter in filters {
                    filter.each(found);
                }
            }
            Self::Formula { formula, .. } => found(formula),
        }
    }

    /// Whether it holds. If a part is not certain, the others may still decide.
    pub fn holds(&self, evaluator: &Evaluator<'_>) -> Result<bool, Undecided<'_>> {
        match self {
            Self::All(filters) => Self::decided(filters, evaluator, false),
            Self::Any(filters) => Self::decided(filters, evaluator, true),
            Self::None(filters) => Self::decided(filters, evaluator, true).map(|is| !is),
            Self::Formula { written, formula } => evaluator.holds(formula).map_err(|reason| (written.as_str(), reason)),
        }
    }

    /// `decides` if one of `filters` is, else the other.
    pub fn decided<'f>(filters: &'f [Self], evaluator: &Evaluator<'_>, decides: bool) -> Result<bool, Undecided<'f>> {
        decided(filters.iter().map(|filter| filter.holds(evaluator)), decides)
    }
}
