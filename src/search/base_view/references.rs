//! The formulas of a base, and how they refer to each other.

use super::base_error::FormulaError;
use super::formula::Formula;

/// How deep formulas may refer to others.
const MAX_REFERENCES: u32 = 20;

/// A formula of the base.
#[derive(Debug)]
pub(super) struct Named {
    pub name: String,
    /// As it is written.
    pub written: String,
    /// `Err` if it can't be evaluated.
    pub formula: Result<Formula, FormulaError>,
}

/// Checks that the formulas to which `formula` refers can be evaluated.
pub(super) fn check(formula: &Formula, formulas: &[Named]) -> Result<(), FormulaError> {
    for name in references(formula) {
        match formulas.iter().find(|named| named.name == name) {
            None => return Err(FormulaError::NoFormula(name)),
            Some(named) => named.formula.as_ref().map(drop).map_err(Clone::clone)?,
        }
    }
    Ok(())
}

/// Refuses the formulas that refer to one that can't be evaluated, and those that refer to each other. Each round
/// follows one reference more.
pub(super) fn refuse_references(formulas: &mut [Named]) {
    let mut good: Vec<String> = Vec::new();
    for _ in 0..=MAX_REFERENCES {
        for at in 0..formulas.len() {
            if let Ok(formula) = &formulas[at].formula
                && let Err(reason) = check(formula, formulas)
            {
                formulas[at].formula = Err(reason);
            }
        }
        let is_good = |named: &&Named| {
            let formula = named.formula.as_ref();
            formula.is_ok_and(|formula| references(formula).iter().all(|name| good.contains(name)))
        };
        good = formulas.iter().filter(is_good).map(|named| named.name.clone()).collect();
    }
    for named in formulas.iter_mut().filter(|named| named.formula.is_ok() && !good.contains(&named.name)) {
        named.formula = Err(FormulaError::Circular);
    }
}

/// The names of the formulas to which `formula` refers.
pub(super) fn references(formula: &Formula) -> Vec<String> {
    let mut names = Vec::new();
    formula.each(&mut |part| {
        if let Formula::Reference(name) = part
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    });
    names
}
