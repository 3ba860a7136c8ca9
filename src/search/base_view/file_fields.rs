//! What formulas read of a file.

use super::local_time::{DAY, LocalTime};
use super::value::{EMPTY_COMPARED, Inexact, TYPES, Value};
use crate::note::TypedProperties;
use crate::search::index::file_title;

/// When days begin where the user is, in milliseconds since 1970, by the number of the day from 1970 on.
#[derive(Debug, Default)]
pub struct DayTable(Vec<(i32, f64)>);

/// A file that a base is asked about.
pub struct BaseFile<'f> {
    /// Its path in the vault.
    pub path: &'f str,
    /// In bytes.
    pub size: f64,
    /// In milliseconds since 1970.
    pub mtime: f64,
    /// The same; `None` if unknown.
    pub ctime: Option<f64>,
    /// Its properties.
    pub properties: &'f TypedProperties,
    /// Whether it has a tag or one below it, in the properties or in the text.
    pub has_tag: &'f dyn Fn(&str) -> bool,
    /// The user's date, with the time if that is known too.
    pub now: Option<LocalTime>,
    /// When the days of its times begin.
    pub days: &'f DayTable,
}

impl DayTable {
    /// The days that have to be known to tell a file's times: those around each time.
    pub fn needed(times: impl Iterator<Item = f64>) -> Vec<i32> {
        let mut days: Vec<i32> = times.flat_map(|time| (-1..3).map(move |offset| utc_day(time) + offset)).collect();
        lectern_base::sort::sort_by(&mut days, Ord::cmp);
        days.dedup();
        days
    }

    /// Adds when `days` begin.
    pub fn add(&mut self, days: &[i32], starts: &[f64]) {
        self.0.extend(days.iter().copied().zip(starts.iter().copied()));
        lectern_base::sort::sort_by(&mut self.0, |one, other| one.0.cmp(&other.0));
    }

    /// What the user's clock shows at `time`. `None` on a day on which the clock is changed.
    fn local(&self, time: f64) -> Option<LocalTime> {
        let start = |day: i32| self.0.binary_search_by(|(other, _)| other.cmp(&day)).ok().map(|at| self.0[at].1);
        let around = utc_day(time) - 1..=utc_day(time) + 1;
        let (day, begins, ends) = around.rev().find_map(|day| {
            let begins = start(day).filter(|begins| *begins <= time)?;
            Some((day, begins, start(day + 1)?))
        })?;
        #[expect(clippy::cast_precision_loss, reason = "a day has few milliseconds")]
        let is_usual = ends - begins - DAY as f64 == 0.0;
        #[expect(clippy::cast_possible_truncation, reason = "less than a day")]
        let of_day = (time - begins) as i64;
        is_usual.then_some(LocalTime { ms: i64::from(day) * DAY + of_day, has_time: true })
    }
}

/// The number of the day of `time` in UTC.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "it is clamped to what fits")]
fn utc_day(time: f64) -> i32 {
    (time / DAY as f64).floor().clamp(-1e6, 1e7) as i32
}

impl BaseFile<'_> {
    /// The value of a property. Obsidian takes these three for lists, whatever they are.
    pub(super) fn property(&self, name: &str) -> Result<Value, Inexact> {
        let value = Value::of(self.properties.get(name))?;
        let is_list = ["tags", "aliases", "cssclasses"].contains(&name.trim());
        match value {
            Value::Text(text) if is_list && text.contains([',', ' ', '#']) => {
                Err(Inexact("tags or aliases are not written as a list"))
            }
            Value::Text(_) | Value::Number(_) | Value::Date(_) if is_list => Ok(Value::List(vec![value])),
            value => Ok(value),
        }
    }

    pub(super) fn field(&self, field: &str) -> Result<Value, Inexact> {
        let (folder, name) = self.path.rsplit_once('/').unwrap_or(("", self.path));
        let time = |time: f64| {
            self.days.local(time).map(Value::Date).ok_or(Inexact("a file's time is on a day when clocks are changed"))
        };
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        Ok(match field {
            "name" => Value::Text(name.to_owned()),
            "basename" if extension == "md" => Value::Text(file_title(name).to_owned()),
            "basename" => Value::Text(name.rsplit_once('.').map_or(name, |(base, _)| base).to_owned()),
            "path" => Value::Text(self.path.to_owned()),
            "folder" if folder.is_empty() => return Err(Inexact("the vault's top folder has no certain path")),
            "folder" => Value::Text(folder.to_owned()),
            "ext" => Value::Text(extension.to_owned()),
            "size" => Value::Number(self.size),
            "mtime" => time(self.mtime)?,
            _ => time(self.ctime.ok_or(Inexact("it is not known when a file was created"))?)?,
        })
    }

    pub(super) fn call(&self, name: &str, arguments: &[Value]) -> Result<Value, Inexact> {
        let mut is = false;
        for argument in arguments {
            let text = match argument {
                Value::Text(text) => text.trim_end_matches('/'),
                Value::Null | Value::Failed => return Err(EMPTY_COMPARED),
                _ => return Err(TYPES),
            };
            is |= match name {
                "hasTag" => (self.has_tag)(text),
                "hasProperty" => {
                    self.properties.has(text).ok_or(Inexact("the properties of a note are not understood"))?
                }
                _ if text.is_empty() => return Err(Inexact("the vault's top folder has no certain path")),
                _ => self.path.rsplit_once('/').is_some_and(|(folder, _)| {
                    folder.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                }),
            };
        }
        Ok(Value::Checkbox(is))
    }
}
