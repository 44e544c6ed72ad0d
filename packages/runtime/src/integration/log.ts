/** How urgent a log line is. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** What a handler adds to a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** One structured log line. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The event that was handled, once the request is known to carry one. */
  readonly event?:
    | { readonly eventId: string; readonly type: string; readonly installationId?: string | undefined }
    | undefined;
  readonly fields: LogFields;
}

/** Where log lines go. Without one they go nowhere: the runtime never prints by itself. */
export type LogSink = (line: LogLine) => void;

/** Writes log lines of one event. */
export type Log = { readonly [Level in LogLevel]: (message: string, fields?: LogFields) => void };

/** Makes the log of one event, or of a request that carries none. */
export function createLog(sink: LogSink | undefined, now: () => number, event?: LogLine["event"]): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      try {
        sink?.({ level, message, time: now(), event, fields });
      } catch {
        // An event must not fail because nobody could write about it.
      }
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Makes a sink that writes each line as JSON, errors with their stack and cause.
 *
 * @example
 * ```ts
 * import { createIntegration, createJsonLog } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   events: { installation_setup: (_event, { log }) => log.info("installed") },
 *   log: createJsonLog(console.log),
 * });
 * ```
 */
export function createJsonLog(write: (line: string) => void): LogSink {
  return ({ time, event, fields, level, message }) => {
    const line = { time: new Date(time).toISOString(), level, message, ...event };
    write(toJson({ ...line, ...fields }) ?? JSON.stringify({ ...line, unwritable: Object.keys(fields) }));
  };
}

// A handler must not fail because it logged a value that JSON cannot hold.
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_name, inner: unknown) =>
      inner instanceof Error ? describe(inner) : inner,
    );
  } catch {
    return undefined;
  }
}

function describe({ name, message, stack, cause }: Error): Record<string, unknown> {
  return { name, message, stack, cause };
}
