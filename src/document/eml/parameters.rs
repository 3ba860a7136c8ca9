//! Fields with parameters, such as `text/plain; charset=utf-8` (RFC 2045, and RFC 2231 for other characters than ASCII).

use encoding_rs::{Encoding, UTF_8};

use super::encoded_words::decoded;

/// Maximum number of parameters.
const MAX_PARAMETERS: usize = 100;

/// A field with parameters.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    /// What is before the parameters, in lower case.
    pub value: String,
    parameters: Vec<(String, Vec<u8>)>,
}

impl Parameters {
    pub fn read(field: Option<&[u8]>) -> Self {
        let mut pieces = split(field.unwrap_or_default()).into_iter();
        let value = pieces.next().map(|value| String::from_utf8_lossy(value.trim_ascii()).to_ascii_lowercase());
        let parameter = |piece: &[u8]| {
            let at = piece.iter().position(|byte| *byte == b'=')?;
            let name = String::from_utf8_lossy(piece[..at].trim_ascii()).to_ascii_lowercase();
            Some((name, unquoted(piece[at + 1..].trim_ascii())))
        };
        Self { value: value.unwrap_or_default(), parameters: pieces.filter_map(parameter).collect() }
    }

    fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_slice())
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<String> {
        self.bytes(name).map(decoded).or_else(|| self.extended(name)).filter(|value| !value.is_empty())
    }

    /// A value in other characters than ASCII or in pieces: `name*=utf-8''%C3%A9`, `name*0=a; name*1=b`.
    fn extended(&self, name: &str) -> Option<String> {
        let mut value = Vec::new();
        let mut is_coded = false;
        let mut add = |key: &str| {
            let coded = self.bytes(&format!("{key}*"));
            is_coded |= coded.is_some();
            value.extend(coded.map(percent_decoded).or_else(|| self.bytes(key).map(<[u8]>::to_vec))?);
            Some(())
        };
        if add(name).is_none() {
            (0..MAX_PARAMETERS).map_while(|at| add(&format!("{name}*{at}"))).for_each(drop);
        }
        let mut pieces = value.splitn(3, |byte| *byte == b'\'');
        match (pieces.next(), pieces.next(), pieces.next()) {
            (Some(charset), Some(_), Some(text)) if is_coded => {
                let encoding = Encoding::for_label(charset).unwrap_or(UTF_8);
                Some(encoding.decode_without_bom_handling(text).0.into_owned())
            }
            _ => (!value.is_empty()).then(|| decoded(&value)),
        }
    }
}

/// Splits at semicolons outside quotes.
fn split(field: &[u8]) -> Vec<&[u8]> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let is_end = |byte: &u8| {
        let is_end = *byte == b';' && !is_quoted;
        is_quoted ^= *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    };
    field.split(is_end).take(MAX_PARAMETERS).collect()
}

fn unquoted(value: &[u8]) -> Vec<u8> {
    let Some(rest) = value.strip_prefix(b"\"") else { return value.to_vec() };
    let (mut text, mut is_escaped) = (Vec::new(), false);
    for &byte in rest {
        match byte {
            b'\\' if !is_escaped => is_escaped = true,
            b'"' if !is_escaped => break,
            _ => {
                text.push(byte);
                is_escaped = false;
            }
        }
    }
    text
}

fn percent_decoded(value: &[u8]) -> Vec<u8> {
    super::transfer::quoted(&value.iter().map(|byte| if *byte == b'%' { b'=' } else { *byte }).collect::<Vec<_>>())
}
