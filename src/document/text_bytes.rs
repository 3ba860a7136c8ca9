//! Text that crosses to JavaScript and back as UTF-8.

use serde::de::Error;
use serde::{Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serde_bytes::serialize(text.as_bytes(), serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::from_utf8(serde_bytes::deserialize(deserializer)?).map_err(D::Error::custom)
}
