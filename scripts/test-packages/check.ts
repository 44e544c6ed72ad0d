/** Runs a check and prints its outcome. A failure sets the exit code; later checks still run. */
export async function check(what: string, act: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  const error = await act().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${error === undefined ? "ok  " : "FAIL"} ${what} (${seconds} s)`);
  if (error === undefined) return;
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
}
