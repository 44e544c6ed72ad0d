import type { Readable } from "node:stream";
import { fullBucket, takeTokens } from "../policy/token-bucket.ts";

/** A line of a script's log. */
export interface SandboxLogLine {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** Who wrote it: the script, or the process that runs it. */
  readonly source: "script" | "runner";
  /** The event that was handled, when the line was written by the context's log. */
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

/** A line that `host.log` wrote begins with this, so that it is distinguished from what the script prints by itself. */
export const structuredLinePrefix = "\u0001";

/** With this and the request's id, the wrapper writes that the script begins with a request. */
export const beginLinePrefix = "\u0002";

// As workerd writes it.
const beginMark = `"message":${JSON.stringify(beginLinePrefix).slice(0, -1)}`;
const maxBeginLineBytes = 256;

const newline = 10;

// A flood is read no faster than this, so that reading it takes nothing from the other scripts.
const maxBytesInOneGo = 1024 * 1024;
const breathMilliseconds = 20;

// How often it is said that lines were dropped.
const reportMilliseconds = 1_000;

/**
 * Reads a sandbox's log. It reads on when the budget is used up, so that a sandbox does not wait for its log; lines over the budget
 * are not even parsed, and counted.
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
  /** The script begins with a request. Returns whether there is one with this id that it had not begun with. */
  readonly onBegin: (requestId: string) => boolean;
  /** The sandbox has written more than its share for as long as it may. */
  readonly onFlood: () => void;
}): { readonly droppedLines: () => number } {
  const size = { perSecond: limits.logBytesPerSecond, burst: limits.logBurstBytes };
  let bucket = fullBucket(size, performance.now());
  let floodingSince: number | undefined;
  let bytesInOneGo = 0;
  let dropped = 0;
  let reported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  // The line that is being read: what is kept of it.
  let kept: Buffer[] = [];
  let keptBytes = 0;

  function reportDropped(now: number): void {
    if (dropped === reported) return;
    const count = dropped - reported;
    const message = `${count} log lines were dropped: a script may write ${size.perSecond} bytes a second.`;
    onLine({ time: Date.now(), level: "warn", message, source: "runner" });
    [reported, reportedAt] = [dropped, now];
  }

  function endLine(): void {
    const line = Buffer.concat(kept, keptBytes);
    [kept, keptBytes] = [[], 0];
    if (line.byteLength <= maxBeginLineBytes && line.includes(beginMark)) {
      const message = asRecord(parseJson(line.toString()))?.["message"];
      // A script that forges such lines knows no id of a request that it has not begun with.
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
      const found = chunk.indexOf(newline, from);
      const to = found === -1 ? chunk.byteLength : found;
      const room = Math.min(to - from, limits.maxLogLineBytes - keptBytes);
      if (room > 0) {
        kept.push(chunk.subarray(from, from + room));
        keptBytes += room;
      }
      if (found !== -1) endLine();
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
 * Reads one line of workerd's structured log, also one whose end was cut off; `undefined` when there is nothing in it. A
 * script can write whatever it likes, so nothing is taken for granted.
 */
export function parseLogLine(text: string, isCut = false): SandboxLogLine | undefined {
  const raw = asRecord(parseJson(text)) ?? (isCut ? parseCut(text) : undefined);
  if (raw === undefined || typeof raw["message"] !== "string") return undefined;
  const { message } = raw;
  const time = Number(raw["timestamp"]);
  if (!Number.isFinite(time)) return undefined;
  const level = levels[String(raw["level"])] ?? "info";
  // Only what workerd says by itself has a source.
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

// workerd's own lines name places in its source and on this machine. Of use to an author is only what was thrown.
function describeThrown(message: string): string | undefined {
  const thrown = /^Uncaught exception:.*?remote\.jsg\.(.*)$/s.exec(message)?.[1];
  return thrown === undefined ? undefined : `Uncaught ${thrown}`;
}

function parseCut(text: string): Record<string, unknown> | undefined {
  const match = /^\{"timestamp":(\d+),"level":"(\w+)","message":"(.*)$/s.exec(text);
  const [, timestamp, level, rest = ""] = match ?? [];
  // Half an escape at the end belongs to what was cut off.
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
