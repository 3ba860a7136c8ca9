//! A gitignore glob, matched like git's `wildmatch`. [`patterns`](super::patterns) reads the rest of a line, such as
//! `!`.
//!
//! Git backtracks over every `*`, which takes exponential time for `**/a/**/a/**/a`. Here only the last `*` and the
//! last `**` are retried. The result is the same: the earliest match before a `**` leaves the most text for the rest,
//! and a `*` never crosses a slash.

/// The unit of comparison: bytes, as in git, or characters.
pub(super) trait Unit: Copy + Ord + From<u8> + Into<u32> {}
impl Unit for u8 {}
impl Unit for char {}

/// A glob over bytes or characters.
#[derive(Debug, Clone)]
pub(super) struct Glob<T>(Vec<Token<T>>);

#[derive(Debug, Clone)]
enum Token<T> {
    One(T),
    /// `?`
    Any,
    /// `[a-z]`. Boxed, because sets are rare and large.
    Set(Box<Set<T>>),
    /// `*`: any text without a slash.
    Star,
    /// `**` as a whole name: any text.
    Deep,
    /// `**/`: zero or more folders.
    Folders,
}

#[derive(Debug, Clone)]
struct Set<T> {
    negated: bool,
    ranges: Vec<(T, T)>,
    classes: Vec<fn(char) -> bool>,
    /// Whether case is ignored.
    folds: bool,
}

impl<T: Unit> Glob<T> {
    /// Parses a glob. `None` for one that git never matches: an unclosed `[`, an unknown `[:class:]`, a `\` at the end.
    pub fn parse(text: &[T]) -> Option<Self> {
        let first = text.iter().position(|&unit| matches!(ascii(unit), b'*' | b'?' | b'[' | b'\\'));
        let mut tokens = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(&unit) = text.get(at) {
            let (token, end) = match ascii(unit) {
                b'\\' => (Token::One(*text.get(at + 1)?), at + 2),
                b'?' => (Token::Any, at + 1),
                b'*' => Token::stars(text, at, first == Some(at)),
                b'[' => {
                    let (set, end) = Set::parse(text, at + 1)?;
                    (Token::Set(Box::new(set)), end)
                }
                _ => (Token::One(unit), at + 1),
            };
            tokens.push(token);
            at = end;
        }
        Some(Self(tokens))
    }

    /// Whether the glob matches all of `text`. Time: the product of both lengths.
    pub fn matches(&self, text: &[T]) -> bool {
        let slash = T::from(b'/');
        if let Some(Token::One(last)) = self.0.last()
            && text.last() != Some(last)
        {
            return false;
        }
        let (mut token, mut at) = (0, 0);
        // The token after the last `*` or `**`, and where in `text` it was last tried.
        let (mut star, mut deep) = (None, None);
        loop {
            match self.0.get(token) {
                None if at == text.len() => return true,
                Some(Token::Star) => {
                    token += 1;
                    star = Some((token, at));
                    continue;
                }
                Some(wide @ (Token::Deep | Token::Folders)) => {
                    token += 1;
                    star = None;
                    deep = Some((token, at, matches!(wide, Token::Folders)));
                    continue;
                }
                Some(one) if text.get(at).is_some_and(|&unit| one.takes(unit)) => {
                    token += 1;
                    at += 1;
                    continue;
                }
                _ => {}
            }
            if let Some((behind, began)) = star
                && text.get(began).is_some_and(|&unit| unit != slash)
            {
                star = Some((behind, began + 1));
                (token, at) = (behind, began + 1);
            } else if let Some((behind, began, folders)) = deep {
                let step = if folders { text[began..].iter().position(|&unit| unit == slash) } else { Some(0) };
                let Some(next) = step.map(|step| began + step + 1).filter(|&next| next <= text.len()) else {
                    return false;
                };
                star = None;
                deep = Some((behind, next, folders));
                (token, at) = (behind, next);
            } else {
                return false;
            }
        }
    }
}

impl Glob<char> {
    /// The same glob for keys of names: literal text goes through `key`, and sets ignore case.
    pub fn folded(self, key: impl Fn(&str) -> String) -> Self {
        let mut tokens = Vec::with_capacity(self.0.len());
        let mut run = String::new();
        for token in self.0 {
            if let Token::One(c) = token {
                run.push(c);
                continue;
            }
            tokens.extend(key(&std::mem::take(&mut run)).chars().map(Token::One));
            tokens.push(match token {
                Token::Set(set) => Token::Set(Box::new(Set { folds: true, ..*set })),
                other => other,
            });
        }
        tokens.extend(key(&run).chars().map(Token::One));
        Self(tokens)
    }

    /// The only text this matches, if it has no wildcards.
    pub fn literal(&self) -> Option<String> {
        self.0.iter().map(|token| if let Token::One(c) = token { Some(*c) } else { None }).collect()
    }
}

impl<T: Unit> Token<T> {
    /// Reads the stars at `start`, and where they end. `**` is more than `*` only as a whole name: `a/**/b`, `**/b`,
    /// `a/**`. Git compares the text before the first wildcard by itself, and the rest as if it were the whole: where
    /// `is_first`, as in `a**/b`, the stars begin a name.
    fn stars(text: &[T], start: usize, is_first: bool) -> (Self, usize) {
        let byte = |at: usize| text.get(at).map(|&unit| ascii(unit));
        let end = start + text[start..].iter().take_while(|&&unit| ascii(unit) == b'*').count();
        let opens = is_first || byte(start - 1) == Some(b'/');
        let closes = match byte(end) {
            None | Some(b'/') => true,
            Some(b'\\') => byte(end + 1) == Some(b'/'),
            _ => false,
        };
        match byte(end) {
            _ if end - start < 2 || !opens || !closes => (Self::Star, end),
            Some(b'/') => (Self::Folders, end + 1),
            _ => (Self::Deep, end),
        }
    }

    fn takes(&self, unit: T) -> bool {
        match self {
            Self::One(one) => *one == unit,
            Self::Any => ascii(unit) != b'/',
            Self::Set(set) => ascii(unit) != b'/' && set.has(unit) != set.negated,
            Self::Star | Self::Deep | Self::Folders => false,
        }
    }
}

impl<T: Unit> Set<T> {
    /// Parses the set whose `[` is before `at`. Returns the set and the offset after it.
    fn parse(text: &[T], mut at: usize) -> Option<(Self, usize)> {
        let byte = |at: usize| text.get(at).map(|&unit| ascii(unit));
        let negated = matches!(byte(at)?, b'!' | b'^');
        at += usize::from(negated);
        let mut set = Self { negated, ranges: Vec::new(), classes: Vec::new(), folds: false };
        let mut before = None;
        // Where the next `]` is. Searched for once, because many `[:` may precede it.
        let mut close = 0;
        loop {
            let mut unit = *text.get(at)?;
            match (ascii(unit), before) {
                (b'\\', _) => {
                    at += 1;
                    unit = *text.get(at)?;
                    set.ranges.push((unit, unit));
                    before = Some(unit);
                }
                (b'-', Some(first)) if byte(at + 1).is_some_and(|next| next != b']') => {
                    at += 1;
                    if byte(at)? == b'\\' {
                        at += 1;
                    }
                    set.ranges.push((first, *text.get(at)?));
                    before = None;
                }
                (b'[', _) if byte(at + 1) == Some(b':') => {
                    if close < at + 2 {
                        close = at + 2 + text.get(at + 2..)?.iter().position(|&unit| ascii(unit) == b']')?;
                    }
                    let end = close;
                    if end > at + 2 && byte(end - 1) == Some(b':') {
                        let name: Vec<u8> = text[at + 2..end - 1].iter().map(|&unit| ascii(unit)).collect();
                        set.classes.push(class(&name)?);
                        before = None;
                        at = end;
                    } else {
                        set.ranges.push((unit, unit));
                        before = Some(unit);
                    }
                }
                _ => {
                    set.ranges.push((unit, unit));
                    before = Some(unit);
                }
            }
            at += 1;
            if byte(at)? == b']' {
                return Some((set, at + 1));
            }
        }
    }

    fn has(&self, unit: T) -> bool {
        let Some(c) = char::from_u32(unit.into()) else { return false };
        self.holds(unit.into()) || self.classes.iter().any(|class| class(c)) || (self.folds && self.has_other_case(c))
    }

    /// Whether the set has `c`, a character of a key, in another case.
    fn has_other_case(&self, c: char) -> bool {
        let upper = c.to_ascii_uppercase();
        self.classes.iter().any(|class| class(upper)) || c.to_uppercase().any(|upper| self.holds(upper.into()))
    }

    fn holds(&self, unit: u32) -> bool {
        self.ranges.iter().any(|&(first, last)| (first.into()..=last.into()).contains(&unit))
    }
}

/// The unit as an ASCII byte, or 0xff, which matches no wildcard.
fn ascii<T: Unit>(unit: T) -> u8 {
    let code: u32 = unit.into();
    u8::try_from(code).ok().filter(u8::is_ascii).unwrap_or(0xff)
}

fn class(name: &[u8]) -> Option<fn(char) -> bool> {
    Some(match name {
        b"alnum" => |c| c.is_ascii_alphanumeric(),
        b"alpha" => |c| c.is_ascii_alphabetic(),
        b"blank" => |c| matches!(c, ' ' | '\t'),
        b"cntrl" => |c| c.is_ascii_control(),
        b"digit" => |c| c.is_ascii_digit(),
        b"graph" => |c| c.is_ascii_graphic(),
        b"lower" => |c| c.is_ascii_lowercase(),
        b"print" => |c| c == ' ' || c.is_ascii_graphic(),
        b"punct" => |c| c.is_ascii_punctuation(),
        b"space" => |c| c.is_ascii_whitespace(),
        b"upper" => |c| c.is_ascii_uppercase(),
        b"xdigit" => |c| c.is_ascii_hexdigit(),
        _ => return None,
    })
}
