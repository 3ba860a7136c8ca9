//! The line numbers of a reply, which models copy with the lines.

/// `text` without the numbers of `12: text`, if each of its lines has one and they ascend.
pub(crate) fn without_reply_numbers(text: &str) -> Option<String> {
    let mut last = 0;
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (number, rest) = line.trim_start_matches([' ', '\t']).split_once(':')?;
        let is_digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = number.parse().ok().filter(|&number| is_digits && number > last)?;
        last = number;
        result.push_str(rest.strip_prefix(' ').unwrap_or(rest));
    }
    (last > 0).then_some(result)
}
