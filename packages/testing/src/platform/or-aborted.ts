/** The result, or the reason of a signal that aborts before there is one. */
export async function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([result, aborted]);
  } finally {
    // A listener left behind keeps the timer of some signals, and with it the process, alive.
    signal.removeEventListener("abort", abort);
  }
}
