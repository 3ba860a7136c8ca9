// What a cancelled answer has in common wherever it is waited for.

/** Throws the signal's reason once it is aborted. */
export function stopIf(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** `work`, given up when `signal` is aborted: what cannot be stopped is not waited for. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    // An error, unless its owner gave something else: that is handed on as it is.
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
