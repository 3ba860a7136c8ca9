//! Placeholder until merged.
/// Estimate.
pub(crate) fn millitokens(text: &str) -> u64 {
    text.len() as u64 * 250
}
/// Prefix.
pub(crate) fn fitting(text: &str, millitokens: u64) -> usize {
    let mut end = usize::try_from(millitokens / 250).unwrap_or(usize::MAX).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}
/// Estimate.
#[must_use]
pub fn estimate_tokens(text: &str) -> u64 {
    millitokens(text).div_ceil(1000)
}
