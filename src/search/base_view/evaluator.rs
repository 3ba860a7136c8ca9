//! Evaluates formulas for a file.

use std::cell::Cell;

use super::file_fields::BaseFile;
use super::formula::{Formula, Operator};
use super::local_time::{Duration, LocalTime};
use super::methods::{field, method};
use super::references::Named;
use super::value::{EMPTY_COMPARED, Inexact, LINK, TYPES, Value};

/// Maximum steps for one file, and how deep formulas may be with those to which they refer.
const MAX_STEPS: usize = 20_000;
const MAX_DEPTH: usize = 300;

const TOO_LONG: Inexact = Inexact("it takes too long");

/// What formulas are evaluated for.
pub(super) struct Evaluator<'e> {
    file: &'e BaseFile<'e>,
    formulas: &'e [Named],
    steps: Cell<usize>,
    depth: Cell<usize>,
}

/// The values of `value`, `index` and `acc`, innermost last.
type Variables<'v> = Option<&'v [(&'static str, Value)]>;

impl<'e> Evaluator<'e> {
    pub fn new(file: &'e BaseFile<'e>, formulas: &'e [Named]) -> Self {
        Self { file, formulas, steps: Cell::new(0), depth: Cell::new(0) }
    }

    /// The value of `formula`.
    pub fn value(&self, formula: &Formula) -> Result<Value, Inexact> {
        self.depth.set(0);
        self.within(formula, None)
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.steps.get()
    }

    /// Whether `formula` holds as a filter.
    pub fn holds(&self, formula: &Formula) -> Result<bool, Inexact> {
        match self.value(formula)? {
            // Null and an error list nothing.
            Value::Failed => Ok(false),
            value => value.is_true(),
        }
    }

    /// The value of a part, within the bounds of depth and steps.
    fn within(&self, formula: &Formula, variables: Variables<'_>) -> Result<Value, Inexact> {
        if self.depth.get() >= MAX_DEPTH {
            return Err(Inexact("it is nested too deep"));
        }
        self.depth.set(self.depth.get() + 1);
        let value = self.part(formula, variables);
        self.depth.set(self.depth.get() - 1);
        let value = value?;
        self.take(value.size())?;
        Ok(value)
    }

    /// Counts steps.
    fn take(&self, steps: usize) -> Result<(), Inexact> {
        self.steps.set(self.steps.get().saturating_add(steps));
        if self.steps.get() > MAX_STEPS { Err(TOO_LONG) } else { Ok(()) }
    }

    fn part(&self, formula: &Formula, variables: Variables<'_>) -> Result<Value, Inexact> {
        self.take(1)?;
        let value = |formula: &Formula| self.within(formula, variables);
        Ok(match formula {
            Formula::Literal(literal) => literal.clone(),
            Formula::List(items) => Value::list(items.iter().map(value).collect::<Result<_, _>>()?)?,
            Formula::Property(name) => self.file.property(name)?,
            Formula::File(field) => self.file.field(field)?,
            Formula::FileCall(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(value).collect::<Result<_, _>>()?;
                self.file.call(name, &arguments)?
            }
            Formula::Reference(name) => {
                let named = self.formulas.iter().find(|named| named.name == *name);
                let Some(Named { formula: Ok(formula), .. }) = named else {
                    return Err(Inexact("another formula can't be evaluated"));
                };
                self.within(formula, None)?
            }
            Formula::Variable(name) => {
                let found = variables.and_then(|known| known.iter().rev().find(|(other, _)| other == name));
                found.map(|(_, value)| value.clone()).ok_or(TYPES)?
            }
            Formula::Not(inner) => Value::Checkbox(!value(inner)?.is_true()?),
            Formula::Negative(inner) => match value(inner)? {
                Value::Number(number) => Value::Number(-number),
                Value::Null | Value::Failed => return Err(EMPTY_COMPARED),
                _ => return Err(TYPES),
            },
            Formula::Binary(operator, both) => self.binary(*operator, &both.0, &both.1, variables)?,
            Formula::Global(name, arguments) => self.global(name, arguments, variables)?,
            Formula::Method(object, name, arguments) => self.method(value(object)?, name, arguments, variables)?,
            Formula::Field(object, name) => field(&value(object)?, name)?,
            Formula::Item(both) => item(value(&both.0)?, value(&both.1)?)?,
        })
    }

    fn method(
        &self,
        object: Value,
        name: &str,
        arguments: &[Formula],
        variables: Variables<'_>,
    ) -> Result<Value, Inexact> {
        if let ("filter" | "map" | "reduce", Value::List(items)) = (name, &object) {
            return self.each(name, items, arguments, variables);
        }
        let values = arguments.iter().map(|formula| self.within(formula, variables));
        let values: Vec<_> = values.collect::<Result<_, _>>()?;
        // Each item may be compared with all others.
        let size = object.size();
        self.take(size.saturating_mul(if name == "unique" { size } else { values.len() }))?;
        method(object, name, &values)
    }

    fn binary(
        &self,
        operator: Operator,
        left: &Formula,
        right: &Formula,
        variables: Variables<'_>,
    ) -> Result<Value, Inexact> {
        let (one, right) = (self.within(left, variables), || self.within(right, variables));
        if let Operator::And | Operator::Or = operator {
            return either(one, right, operator == Operator::And);
        }
        let (one, other) = (one?, right()?);
        let checkbox = |is: Result<bool, Inexact>| is.map(Value::Checkbox);
        match operator {
            Operator::Equal => checkbox(one.equals(&other)),
            Operator::Unequal => checkbox(one.equals(&other).map(|is| !is)),
            Operator::Less => checkbox(one.compares(&other, std::cmp::Ordering::is_lt)),
            Operator::AtMost => checkbox(one.compares(&other, std::cmp::Ordering::is_le)),
            Operator::Greater => checkbox(one.compares(&other, std::cmp::Ordering::is_gt)),
            Operator::AtLeast => checkbox(one.compares(&other, std::cmp::Ordering::is_ge)),
            Operator::Plus => one.plus(&other),
            Operator::Minus => one.minus(&other),
            Operator::Times => one.times(&other, |one, other| one * other, true),
            Operator::Over => one.times(&other, |one, other| one / other, false),
            Operator::Modulo | Operator::And | Operator::Or => one.times(&other, |one, other| one % other, false),
        }
    }

    fn global(&self, name: &str, arguments: &[Formula], variables: Variables<'_>) -> Result<Value, Inexact> {
        let value = |at: usize| arguments.get(at).map_or(Ok(Value::Null), |formula| self.within(formula, variables));
        let extreme = |choose: fn(f64, f64) -> f64| {
            let mut found: Option<f64> = None;
            for at in 0..arguments.len() {
                match value(at)? {
                    Value::Number(number) if !number.is_nan() => {
                        found = Some(found.map_or(number, |found| choose(found, number)));
                    }
                    Value::Null | Value::Failed => return Err(EMPTY_COMPARED),
                    _ => return Err(TYPES),
                }
            }
            found.map(Value::Number).ok_or(TYPES)
        };
        match name {
            "if" => value(if value(0)?.is_true()? { 1 } else { 2 }),
            "now" | "today" => {
                let now = self.file.now;
                let known = if name == "now" { now.filter(|now| now.has_time) } else { now.map(LocalTime::day) };
                known.map(Value::Date).ok_or(Inexact("the time is not known"))
            }
            "link" => link(&value(0)?, &value(1)?),
            "max" => extreme(f64::max),
            "min" => extreme(f64::min),
            _ => converted(name, value(0)?),
        }
    }

    /// `filter`, `map` and `reduce`.
    fn each(
        &self,
        name: &str,
        items: &[Value],
        arguments: &[Formula],
        variables: Variables<'_>,
    ) -> Result<Value, Inexact> {
        let mut all = variables.unwrap_or_default().to_vec();
        let start = all.len();
        let mut kept = Vec::new();
        let mut total = arguments.get(1).map_or(Ok(Value::Null), |start| self.within(start, variables))?;
        let Some(formula) = arguments.first() else { return Err(TYPES) };
        for (index, item) in items.iter().enumerate() {
            all.truncate(start);
            all.push(("value", item.clone()));
            #[expect(clippy::cast_precision_loss, reason = "lists are short")]
            all.push(("index", Value::Number(index as f64)));
            if name == "reduce" {
                all.push(("acc", total));
            }
            let value = self.within(formula, Some(&all))?;
            total = Value::Null;
            match name {
                "filter" if value.is_true()? => kept.push(item.clone()),
                "filter" => {}
                "map" => kept.push(value),
                _ => total = value,
            }
        }
        if name == "reduce" { Ok(total) } else { Value::list(kept) }
    }
}

/// The link to a note, as a property has it.
fn link(path: &Value, display: &Value) -> Result<Value, Inexact> {
    let (path, display) = match (path, display) {
        (Value::Text(path), Value::Null) => (path, String::new()),
        (Value::Text(path), Value::Text(display)) => (path, format!("|{display}")),
        _ => return Err(TYPES),
    };
    let written = format!("{path}{display}");
    let is_path = !path.contains(['|', ':']) && !written.contains(['[', ']']);
    if is_path { Value::text(format!("[[{written}]]")) } else { Err(LINK) }
}

/// `list`, `date`, `duration` or `number` of `value`.
fn converted(name: &str, value: Value) -> Result<Value, Inexact> {
    match (name, value) {
        ("list", list @ Value::List(_)) => Ok(list),
        ("date", date @ Value::Date(_)) => Ok(date),
        ("number", number @ Value::Number(_)) => Ok(number),
        ("date", Value::Null | Value::Failed) => Ok(Value::Failed),
        ("list" | "number", Value::Null | Value::Failed) => Err(EMPTY_COMPARED),
        ("list", one) => Ok(Value::List(vec![one])),
        ("date", Value::Text(text)) => {
            LocalTime::parse(&text).map(Value::Date).ok_or(Inexact("a text that is no date is given to date()"))
        }
        ("duration", Value::Text(text)) => {
            let duration = Duration::parse(&text).map(Value::Duration);
            duration.ok_or(Inexact("a text that is no duration is given to duration()"))
        }
        ("number", Value::Checkbox(is)) => Ok(Value::Number(f64::from(u8::from(is)))),
        ("number", Value::Text(text)) if !text.trim().is_empty() => {
            let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
            number.map(Value::Number).ok_or(Inexact("a text that is no number is given to number()"))
        }
        _ => Err(TYPES),
    }
}

/// `list[at]`
fn item(list: Value, at: Value) -> Result<Value, Inexact> {
    match (list, at) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and positive")]
        (Value::List(items), Value::Number(at)) if at >= 0.0 && at.fract() == 0.0 => {
            Ok(items.into_iter().nth(at as usize).unwrap_or(Value::Null))
        }
        (Value::Null | Value::Failed, _) => Ok(Value::Failed),
        _ => Err(TYPES),
    }
}

/// `&&` or `||` of two values: the one that decides. If one is not certain, the other may still decide.
fn either(
    one: Result<Value, Inexact>,
    other: impl Fn() -> Result<Value, Inexact>,
    is_and: bool,
) -> Result<Value, Inexact> {
    let one = match one? {
        // An error ends the formula; null continues. Neither holds.
        Value::Failed if is_and => return Ok(Value::Failed),
        Value::Failed => {
            return match other()? {
                Value::Failed => Ok(Value::Failed),
                value if value.is_true()? => Err(EMPTY_COMPARED),
                _ => Ok(Value::Failed),
            };
        }
        value => value,
    };
    if one.is_true()? == is_and { other() } else { Ok(one) }
}
