/** The severity of a log line. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Additional fields of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A structured log line. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  /** Unix time (ms). */
  readonly time: number;
  /** The event being handled, once it is known. */
  readonly event?:
    | { readonly eventId: string; readonly type: string; readonly installationId?: string | undefined }
    | undefined;
  readonly fields: LogFields;
}

/** Receives log lines. Without a sink they are dropped: the runtime never prints. */
export type LogSink = (line: LogLine) => void;

/** Writes log lines for one event. */
export type Log = { readonly [Level in LogLevel]: (message: string, fields?: LogFields) => void };

/** Creates the log of an event, or of a request without one. */
export function createLog(sink: LogSink | undefined, now: () => number, event?: LogLine["event"]): Log {
  const at =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      try {
        sink?.({ level, message, time: now(), event, fields });
      } catch {
        // A failing log must not fail the event.
      }
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Creates a sink that writes each line as JSON, including the stack and cause of errors.
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

// A value that JSON can't represent must not fail the handler.
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
