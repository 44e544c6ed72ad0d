import type { Readable } from "node:stream";
import { fullBucket, takeTokens } from "../policy/token-bucket.ts";

/** A line of a script's log. */
export interface SandboxLogLine {
  /** Unix time (ms). */
  readonly time: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** The writer: the script, or the process that runs it. */
  readonly source: "script" | "runner";
  /** The event being handled, for lines written with the context's log. */
  readonly event?:
    | { readonly eventId: string; readonly type: string; readonly installationId: string }
    | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** See `ScriptLimits`. */
export interface LogLimits {
  readonly logBytesPerSecond: number;
  readonly logBurstBytes: number;
  readonly maxLogLineBytes: number;
  readonly logFloodMilliseconds: number;
}

/** Prefix of lines written by `host.log`, to distinguish them from the script's own output. */
export const structuredLinePrefix = "\u0001";

/**
 * Prefix of the line with which the wrapper reports that the script has started a request. The request ID
 * follows.
 */
export const beginLinePrefix = "\u0002";

// In workerd's encoding.
const beginMark = `"message":${JSON.stringify(beginLinePrefix).slice(0, -1)}`;
const maxBeginLineBytes = 256;

const newline = 10;

// Throttles reading during a flood, so that other scripts aren't slowed down.
const maxBytesInOneGo = 1024 * 1024;
const breathMilliseconds = 20;

// The interval between reports of dropped lines.
const reportMilliseconds = 1_000;

/**
 * Reads a sandbox's log. It keeps reading when the budget is used up, so that the sandbox never blocks on its
 * log. Lines over the budget are counted, but not parsed.
 */
export function readLog({
  output,
  limits,
  onLine,
  onBegin,
  onFlood,
}: {
  readonly output: Readable;
  readonly limits: LogLimits;
  readonly onLine: (line: SandboxLogLine) => void;
  /**
   * Called when the script starts a request. Returns whether the ID belongs to a request that had not started
   * yet.
   */
  readonly onBegin: (requestId: string) => boolean;
  /** Called when the sandbox has exceeded its budget for `logFloodMilliseconds`. */
  readonly onFlood: () => void;
}): { readonly droppedLines: () => number } {
  const size = { perSecond: limits.logBytesPerSecond, burst: limits.logBurstBytes };
  let bucket = fullBucket(size, performance.now());
  let floodingSince: number | undefined;
  let bytesInOneGo = 0;
  let dropped = 0;
  let reported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  // The current line, without its truncated rest.
  let lineChunks: Buffer[] = [];
  let lineBytes = 0;

  function reportDropped(now: number): void {
    if (dropped === reported) return;
    const count = dropped - reported;
    const message = `Dropped ${count} log lines. A script can write ${size.perSecond} bytes per second.`;
    onLine({ time: Date.now(), level: "warn", message, source: "runner" });
    [reported, reportedAt] = [dropped, now];
  }

  function endLine(): void {
    const line = Buffer.concat(lineChunks, lineBytes);
    [lineChunks, lineBytes] = [[], 0];
    if (line.byteLength <= maxBeginLineBytes && line.includes(beginMark)) {
      const message = asRecord(parseJson(line.toString()))?.["message"];
      // A script can't forge this line, because it doesn't know the IDs of requests it hasn't started.
      if (typeof message === "string" && onBegin(message.slice(beginLinePrefix.length))) return;
    }
    const now = performance.now();
    const taken = takeTokens(bucket, line.byteLength + 1, now, size);
    bucket = taken.bucket;
    if (!taken.isTaken) {
      dropped += 1;
      floodingSince ??= now;
      if (now - floodingSince >= limits.logFloodMilliseconds) onFlood();
      return;
    }
    if (now - reportedAt >= reportMilliseconds) reportDropped(now);
    if (bucket.level > size.burst / 2) floodingSince = undefined;
    const parsed = parseLogLine(line.toString(), line.byteLength >= limits.maxLogLineBytes);
    if (parsed !== undefined) onLine(parsed);
  }

  function breathe(): void {
    bytesInOneGo = 0;
    output.pause();
    setTimeout(() => output.resume(), breathMilliseconds);
  }

  output.on("data", (chunk: Buffer) => {
    bytesInOneGo += chunk.byteLength;
    if (floodingSince !== undefined && bytesInOneGo > maxBytesInOneGo) breathe();
    for (let from = 0; from < chunk.byteLength; ) {
      const end = chunk.indexOf(newline, from);
      const to = end === -1 ? chunk.byteLength : end;
      const room = Math.min(to - from, limits.maxLogLineBytes - lineBytes);
      if (room > 0) {
        lineChunks.push(chunk.subarray(from, from + room));
        lineBytes += room;
      }
      if (end !== -1) endLine();
      from = to + 1;
    }
  });
  output.once("close", () => reportDropped(performance.now()));
  return { droppedLines: () => dropped };
}

const levels: Readonly<Record<string, SandboxLogLine["level"]>> = {
  debug: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
};

/**
 * Parses one line of workerd's structured log, which can be truncated. Returns `undefined` for other text. Scripts
 * control the text, so every field is checked.
 */
export function parseLogLine(text: string, isCut = false): SandboxLogLine | undefined {
  const raw = asRecord(parseJson(text)) ?? (isCut ? parseCut(text) : undefined);
  if (raw === undefined || typeof raw["message"] !== "string") return undefined;
  const { message } = raw;
  const time = Number(raw["timestamp"]);
  if (!Number.isFinite(time)) return undefined;
  const level = levels[String(raw["level"])] ?? "info";
  // Only workerd's own lines have a source.
  if (raw["source"] !== undefined) {
    const thrown = describeThrown(message);
    return thrown === undefined ? undefined : { time, level, message: thrown, source: "runner" };
  }
  if (!message.startsWith(structuredLinePrefix)) return { time, level, message, source: "script" };
  const own = message.slice(structuredLinePrefix.length);
  const line = asRecord(parseJson(own)) ?? { message: own };
  const event = asRecord(line["event"]);
  return {
    time,
    level,
    message: String(line["message"]),
    source: "script",
    event: event && {
      eventId: String(event["eventId"]),
      type: String(event["type"]),
      installationId: String(event["installationId"]),
    },
    fields: asRecord(line["fields"]),
  };
}

// workerd's own lines contain positions in its source and paths on this machine. Authors only need the thrown
// error.
function describeThrown(message: string): string | undefined {
  const thrown = /^Uncaught exception:.*?remote\.jsg\.(.*)$/s.exec(message)?.[1];
  return thrown === undefined ? undefined : `Uncaught ${thrown}`;
}

function parseCut(text: string): Record<string, unknown> | undefined {
  const match = /^\{"timestamp":(\d+),"level":"(\w+)","message":"(.*)$/s.exec(text);
  const [, timestamp, level, rest = ""] = match ?? [];
  // Remove a truncated escape sequence at the end.
  const message = parseJson(`"${rest.replace(/\\(u[0-9a-f]{0,3})?$/i, "")}"`);
  return typeof message === "string" ? { timestamp, level, message: `${message}…` } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
