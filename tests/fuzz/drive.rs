//! Runs a target: case by case, with an eye on panics, time, memory and the stack.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "how long a case takes is what is measured")]
use std::time::Instant;

use super::MEMORY;
use super::grammar::Grammar;
use super::options::Options;
use super::random::Random;
use super::seed::Seed;

/// What one case may take. A case that takes longer is run again, since others may have kept the machine busy.
const MAX_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 });
/// What one case may take beyond its input: what the reader's instance is given.
const MAX_MEMORY: usize = 64 * 1024 * 1024;
/// What the whole process may take, so that a runaway case ends here and not the machine.
const MAX_ALL_MEMORY: usize = 2 * 1024 * 1024 * 1024;
/// The stack of the reader's instance is 1 MB. Frames that are not optimised are several times as large.
const STACK: usize = if cfg!(debug_assertions) { 8 } else { 1 } * 1024 * 1024;
/// From when on a case is taken to hang.
const HANGS: Duration = Duration::from_secs(90);
/// How many failures are looked for.
const MAX_FAILURES: usize = 10;

/// Memory is counted for the whole process, so one target runs at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A decoder, and what it is fed.
pub struct Target {
    pub name: &'static str,
    /// How many cases are run where nothing else is asked for.
    pub cases: u64,
    pub seeds: Vec<Seed>,
    pub grammar: Grammar,
    /// Decodes, and says what is wrong with the answer. Whatever it chooses comes from the numbers that it is given.
    pub check: fn(&[u8], Random) -> Result<(), String>,
}

#[derive(Debug, Default)]
struct Tally {
    cases: u64,
    slowest: (Duration, u64),
    /// What the most demanding case took of memory beyond its input, as far as more was not taken before.
    peak: (usize, u64),
    failures: Vec<String>,
}

/// Runs `target` as the environment asks.
///
/// # Panics
/// When a case fails, with the number of each that does.
pub fn drive(target: Target) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = MEMORY.set_limit(MAX_ALL_MEMORY);
    let options = Options::of_environment();
    let name = target.name;
    let at = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&at);
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || run(&target, &options, &seen));
    let worker = worker.expect("a thread can be started");
    let (mut last, mut since) = (0, Duration::ZERO);
    let pause = Duration::from_millis(50);
    while !worker.is_finished() {
        thread::sleep(pause);
        let now = at.load(Ordering::Relaxed);
        since = if now == last { since + pause } else { Duration::ZERO };
        last = now;
        assert!(since < HANGS, "{name}: case {now} hangs");
    }
    let tally = worker.join().expect("the worker catches what its cases do");
    println!(
        "{name}: {} cases; slowest {:?} (case {}); peak {} KB (case {}); {} failures",
        tally.cases,
        tally.slowest.0,
        tally.slowest.1,
        tally.peak.0 / 1024,
        tally.peak.1,
        tally.failures.len()
    );
    assert!(tally.failures.is_empty(), "{name}:\n{}", tally.failures.join("\n"));
}

#[expect(clippy::disallowed_types, reason = "how long the run takes is its limit")]
fn run(target: &Target, options: &Options, at: &AtomicU64) -> Tally {
    let begun = Instant::now();
    let mut told = begun;
    let mut tally = Tally::default();
    let cases = options.cases.unwrap_or(if options.time.is_some() { u64::MAX } else { target.cases });
    for case in (options.from..).take_while(|case| case - options.from < cases) {
        if options.time.is_some_and(|time| begun.elapsed() > time) || tally.failures.len() >= MAX_FAILURES {
            break;
        }
        at.store(case, Ordering::Relaxed);
        let (bytes, random) = input(target, case, options.is_large);
        if options.traces {
            println!("{} {case}: {} bytes", target.name, bytes.len());
        }
        options.keep(&format!("{}-{case}", target.name), &bytes);
        one(target, case, &bytes, &random, &mut tally);
        if options.time.is_some() && told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            println!("{}: at case {case} after {} s", target.name, begun.elapsed().as_secs());
        }
    }
    tally
}

/// The first cases are the seeds as they are.
fn input(target: &Target, case: u64, is_large: bool) -> (Vec<u8>, Random) {
    let mut random = Random::of(target.name, case);
    let bytes = match usize::try_from(case).ok().and_then(|case| target.seeds.get(case)) {
        Some(seed) => seed.bytes(),
        None if is_large => random.pick(&target.seeds).swollen(&target.grammar, &mut random),
        None => {
            let (seed, other) = (random.pick(&target.seeds), random.pick(&target.seeds));
            seed.damaged(other, &target.grammar, &mut random)
        }
    };
    (bytes, random)
}

fn one(target: &Target, case: u64, bytes: &[u8], random: &Random, tally: &mut Tally) {
    let (before, peak_before) = (MEMORY.allocated(), MEMORY.max_allocated());
    let (mut took, mut outcome) = timed(target, bytes, random);
    let peak = MEMORY.max_allocated();
    if took > MAX_TIME {
        let before = processor_time();
        let (again, other) = timed(target, bytes, random);
        let again = before.zip(processor_time()).map_or(again, |(before, after)| after.saturating_sub(before));
        (took, outcome) = (took.min(again), outcome.and(other));
    }
    tally.cases += 1;
    if took > tally.slowest.0 {
        tally.slowest = (took, case);
    }
    let mut fail = |what: String| {
        let failure = format!("case {case} ({} bytes): {what}", bytes.len());
        println!("{}: {failure}", target.name);
        tally.failures.push(failure);
    };
    if let Err(what) = outcome {
        fail(what);
    }
    if took > MAX_TIME {
        fail(format!("takes {took:?}"));
    }
    // A peak that is no higher than one before is not seen; inputs are small enough to make none themselves.
    if peak > peak_before {
        let taken = peak.saturating_sub(before);
        if taken > MAX_MEMORY {
            fail(format!("takes {} MB", taken / 1024 / 1024));
        }
        if taken > tally.peak.0 {
            tally.peak = (taken, case);
        }
    }
}

/// How long this thread has been at work, where the system tells it: others do not count.
#[expect(clippy::disallowed_methods, reason = "a test on a machine with a disk")]
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[expect(clippy::disallowed_types, reason = "how long a case takes is what is measured")]
fn timed(target: &Target, bytes: &[u8], random: &Random) -> (Duration, Result<(), String>) {
    let begun = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(bytes, random.clone())));
    let outcome = outcome.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("panics: {}", text.unwrap_or("without a word")))
    });
    (begun.elapsed(), outcome)
}
