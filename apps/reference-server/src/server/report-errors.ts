/** Reports errors that no caller sees. */
export type ReportError = (error: unknown, details?: Readonly<Record<string, unknown>>) => void;

const quietMilliseconds = 10_000;
const maxRemembered = 1000;

/**
 * Creates a reporter that writes errors to a log. Repetitions within ten seconds are only counted, and the
 * next log line includes the count, because a broken database makes every part of the server fail many times
 * a second.
 */
export function createErrorReport(
  write: (fields: Readonly<Record<string, unknown>>) => void,
  now: () => number,
): ReportError {
  const recent = new Map<string, { readonly writtenAt: number; repeated: number }>();
  return (error, details = {}) => {
    const message = error instanceof Error ? error.message : String(error);
    const last = recent.get(message);
    if (last !== undefined && now() - last.writtenAt < quietMilliseconds) {
      last.repeated += 1;
      return;
    }
    if (recent.size >= maxRemembered) recent.clear();
    recent.set(message, { writtenAt: now(), repeated: 0 });
    const repeated = last === undefined || last.repeated === 0 ? {} : { repeated: last.repeated };
    write({ err: error, ...details, ...repeated });
  };
}
