// Work that ends early when a signal is aborted.

/** Throws the signal's reason if it is aborted. */
export function stopIf(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** The result of `work`; rejects with the signal's reason as soon as it is aborted. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  // It may fail after nobody waits for it.
  work.catch(() => undefined);
  const done = await unlessAborted(signal, () => work.then((value) => ({ value })));
  if (!done) throw signal?.reason;
  return done.value;
}

/** The result of `work`, or undefined as soon as `signal` is aborted. If it is aborted already, `work` is not started. */
export async function unlessAborted<T>(
  signal: AbortSignal | null | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (!signal) return work();
  if (signal.aborted) return undefined;
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
