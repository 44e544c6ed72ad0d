/** Asks again and again until the answer is not `undefined`; fails with `what` after the deadline. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  deadlineMilliseconds = 20_000,
): Promise<T> {
  const end = Date.now() + deadlineMilliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
