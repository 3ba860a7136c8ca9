//! Arguments: a tool's parameters as one table, which gives its JSON Schema and checks its calls.
//!
//! Lenient only where models are known to slip: `null` for an argument left out, `"12"` and `12.0` for 12.

mod param;
mod normalize;
mod given;
mod schema;
mod typed;

pub(super) use self::given::Args;
pub(super) use self::param::{ArgumentKind, Param};
pub(super) use self::schema::{first_clause, schema};
pub(super) use self::typed::{Argument, Arguments, arguments, name_of};
