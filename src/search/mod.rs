//! Finding: texts taken apart into words, and an index of which notes hold which. It knows nothing of tools, hosts or
//! replies: all of it is data and functions over text.
// Until the tool stands that searches.
#![allow(dead_code, unused_imports)]

pub mod need;
pub mod pattern;
