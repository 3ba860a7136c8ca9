//! Version tokens: tell whether a file still has the content that was read.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher13;

use crate::base_text::base32;

/// The version of a file with these bytes: 8 letters and digits, such as `3k9d0a2m`. Two contents have the same one with
/// a chance of 1 in 2^40. It does not protect against an attacker: what is written is compared byte for byte.
pub(crate) fn version(bytes: &[u8]) -> String {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    base32(&hasher.finish().to_be_bytes()[..5])
}
