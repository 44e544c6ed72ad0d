/** Resolves when the promise does, or after so many milliseconds. Leaves no timer behind. */
export async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
