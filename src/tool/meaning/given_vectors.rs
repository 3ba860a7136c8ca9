//! The vectors that the host gives, checked.

use crate::error::{ErrorCode, ToolError};
use crate::wire::Answer;

/// The `count` vectors with `dims` values in the host's answer.
pub(in crate::tool) fn vectors_of(answer: Answer, count: usize, dims: usize) -> Result<Vec<Vec<f32>>, ToolError> {
    let failed = |reason: String, help: &str| Err(ToolError::new(ErrorCode::Unreadable, reason, help));
    let vectors = match answer {
        Answer::Vectors(vectors) => vectors,
        Answer::Failed(reason) => return failed(reason, "try again later, or look at the settings"),
        _ => return failed("the host gave no vectors".to_owned(), "try again later"),
    };
    if vectors.dims as usize != dims {
        let reason = format!("the model gave vectors of {} values instead of {dims}", vectors.dims);
        return failed(reason, "set the number of dimensions that the model gives");
    }
    let (floats, rest) = vectors.values.as_chunks::<4>();
    if floats.len() != count * dims || !rest.is_empty() {
        return failed(format!("the model did not give {count} vectors"), "choose another model");
    }
    let value = |bytes: &[u8; 4]| f32::from_le_bytes(*bytes);
    Ok(floats.chunks_exact(dims).map(|vector| vector.iter().map(value).collect()).collect())
}
