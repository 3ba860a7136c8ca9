//! Version tokens: tell whether a file still has the content that was read.

use data_encoding::BASE32_DNSSEC;
use xxhash_rust::xxh64::xxh64;

/// The version of a file with these bytes: 8 letters and digits, such as `3k9d0a2m`. Two contents have the same one with
/// a chance of 1 in 2^40. It does not protect against an attacker: what is written is compared byte for byte.
pub(crate) fn version(bytes: &[u8]) -> String {
    BASE32_DNSSEC.encode(&xxh64(bytes, 0).to_be_bytes()[..5])
}
