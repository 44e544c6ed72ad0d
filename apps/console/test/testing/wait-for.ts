/** Polls until the result is not `undefined`; throws with `what` after the timeout. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMilliseconds = 20_000,
): Promise<T> {
  const end = Date.now() + timeoutMilliseconds;
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
