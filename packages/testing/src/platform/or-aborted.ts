/** Resolves with the result, or rejects with the signal's reason if it aborts first. */
export async function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([result, aborted]);
  } finally {
    // A remaining listener would keep the timer of some signals, and with it the process, alive.
    signal.removeEventListener("abort", abort);
  }
}
