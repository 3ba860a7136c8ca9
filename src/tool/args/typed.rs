//! A tool's arguments as a struct: the table of its parameters, what a call gave, and the call that continues come from
//! one list.

use serde_json::{Map, Value};

use super::given::Args;
use super::param::{ArgumentKind, Param, first_of, flag, whole};
use crate::wire::reply::{ArgumentValue, NextArguments};

/// The arguments of a tool, or of one item of a list. Made by [`arguments!`].
pub(in crate::tool) trait Arguments: Sized {
    const PARAMS: &'static [Param];

    /// What `args` give, which were checked against the parameters.
    fn read(args: &Args) -> Self;

    /// The call with these arguments.
    fn next_call(&self) -> NextArguments;
}

/// Makes a struct of arguments, in the order in which a model is told of them. A field has what the model is told as its
/// comment, a type (`Option` if it may be left out), its kind, and what a valid value looks like:
///
/// ```text
/// arguments! {
///     LinkArguments {
///         /// As in read_file.
///         path: String = ArgumentKind::Path, "give a path from the vault root";
///     }
/// }
/// ```
macro_rules! arguments {
    ($(#[$attribute:meta])* $name:ident { $($(#[doc = $description:literal])* $field:ident: $type:ty = $kind:expr, $help:expr;)* }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub(super) struct $name { $(pub $field: $type,)* }

        impl $crate::tool::args::Arguments for $name {
            const PARAMS: &'static [$crate::tool::args::Param] = &[$($crate::tool::args::Param {
                name: $crate::tool::args::name_of(stringify!($field)),
                kind: $kind,
                required: <$type as $crate::tool::args::Argument>::REQUIRED,
                description: concat!($($description),*).trim_ascii_start(),
                help: $help,
            }),*];

            fn read(args: &$crate::tool::args::Args) -> Self {
                let mut params = Self::PARAMS.iter();
                Self { $($field: args.next(&mut params),)* }
            }

            fn next_call(&self) -> $crate::wire::reply::NextArguments {
                let values = [$($crate::tool::args::Argument::value(&self.$field)),*];
                let names = Self::PARAMS.iter().map(|param| param.name);
                names.zip(values).filter_map(|(name, value)| Some((name, value?))).collect()
            }
        }
    };
}
pub(in crate::tool) use arguments;

/// The name of a field as models write it: `where` for `r#where`.
pub(in crate::tool) const fn name_of(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}

impl Args {
    /// The argument of the next one of `params`.
    pub fn next<T: Argument>(&self, params: &mut std::slice::Iter<Param>) -> T {
        let param = params.next();
        T::read(param.and_then(|param| Some((param.kind, self.0.get(param.name)?))))
    }
}

/// The type of an argument.
pub(in crate::tool) trait Argument: Sized {
    const REQUIRED: bool = false;

    /// Reads a value of this kind, which was checked. `None`: it was left out.
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self;

    /// As the argument of another call, if it is given.
    fn value(&self) -> Option<ArgumentValue>;
}

impl Argument for Option<String> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        given.and_then(|(_, value)| value.as_str()).map(str::to_owned)
    }

    fn value(&self) -> Option<ArgumentValue> {
        self.clone().map(ArgumentValue::Text)
    }
}

impl Argument for String {
    const REQUIRED: bool = true;

    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        Option::read(given).unwrap_or_default()
    }

    fn value(&self) -> Option<ArgumentValue> {
        Some(ArgumentValue::Text(self.clone()))
    }
}

/// Beyond 64 bits, the nearest number.
impl Argument for Option<i64> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        given.and_then(|(_, value)| whole(value))
    }

    fn value(&self) -> Option<ArgumentValue> {
        None
    }
}

impl Argument for Option<bool> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        given.and_then(|(_, value)| flag(value))
    }

    fn value(&self) -> Option<ArgumentValue> {
        self.map(ArgumentValue::Flag)
    }
}

/// Beyond what is taken, the nearest number.
impl Argument for Option<u32> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        let (kind, value) = given?;
        let most = if let ArgumentKind::UpTo(most) | ArgumentKind::Whole(most) = kind { most } else { u32::MAX };
        whole(value).map(|number| u32::try_from(number).unwrap_or(u32::MAX).min(most))
    }

    fn value(&self) -> Option<ArgumentValue> {
        self.map(ArgumentValue::Number)
    }
}

/// A flag that is left out is not set.
impl Argument for bool {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        given.and_then(|(_, value)| flag(value)).unwrap_or_default()
    }

    fn value(&self) -> Option<ArgumentValue> {
        self.then_some(ArgumentValue::Flag(true))
    }
}

impl Argument for Vec<String> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match given {
            Some((_, Value::Array(items))) => items.iter().filter_map(text).collect(),
            Some((_, value)) => text(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    fn value(&self) -> Option<ArgumentValue> {
        (!self.is_empty()).then(|| ArgumentValue::Texts(self.clone()))
    }
}

impl<T: Arguments> Argument for Vec<T> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        let item = |item: &Value| match item {
            Value::Object(item) => T::read(&Args(item.clone())),
            text => T::read(&Args(first_of(T::PARAMS, text.as_str().unwrap_or_default()))),
        };
        given.and_then(|(_, value)| value.as_array()).into_iter().flatten().map(item).collect()
    }

    fn value(&self) -> Option<ArgumentValue> {
        None
    }
}

/// Values by name.
impl Argument for Map<String, Value> {
    fn read(given: Option<(ArgumentKind, &Value)>) -> Self {
        given.and_then(|(_, value)| value.as_object()).cloned().unwrap_or_default()
    }

    fn value(&self) -> Option<ArgumentValue> {
        None
    }
}
