/** Reports errors that no caller sees. */
export type ReportError = (error: unknown, details?: Readonly<Record<string, unknown>>) => void;

const quietMilliseconds = 10_000;
const maxRemembered = 1000;

/**
 * Creates a reporter that writes errors to a log. An error that repeats within ten seconds is counted, and
 * its next log line has the count: while a database is down, every part of the server fails many times a
 * second.
 */
export function createErrorReport(
  write: (fields: Readonly<Record<string, unknown>>) => void,
  now: () => number,
): ReportError {
  const known = new Map<string, { readonly writtenAt: number; repeated: number }>();
  return (error, details = {}) => {
    const message = error instanceof Error ? error.message : String(error);
    const last = known.get(message);
    if (last !== undefined && now() - last.writtenAt < quietMilliseconds) {
      last.repeated += 1;
      return;
    }
    if (known.size >= maxRemembered) known.clear();
    known.set(message, { writtenAt: now(), repeated: 0 });
    const repeated = last === undefined || last.repeated === 0 ? {} : { repeated: last.repeated };
    write({ err: error, ...details, ...repeated });
  };
}
