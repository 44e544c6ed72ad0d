import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { defaultScriptLimits } from "../model/script-limits.ts";
import {
  type SandboxLogLine,
  type LogLimits,
  parseLogLine,
  readLog,
  structuredLinePrefix,
  beginLinePrefix,
} from "./read-log.ts";

const raw = (message: string, level = "log"): string => JSON.stringify({ timestamp: 5, level, message });

test.each<[string, string, Partial<SandboxLogLine> | undefined]>([
  ["output of the script", raw("hello"), { time: 5, level: "info", message: "hello", source: "script" }],
  ["its level", raw("hello", "warn"), { level: "warn" }],
  [
    "output of host.log",
    raw(
      `${structuredLinePrefix}{"message":"m","fields":{"a":1},"event":{"eventId":"e","type":"t","installationId":"i"}}`,
    ),
    { message: "m", fields: { a: 1 }, event: { eventId: "e", type: "t", installationId: "i" } },
  ],
  ["a forged line", raw(`${structuredLinePrefix}nonsense`), { message: "nonsense" }],
  [
    "a forged line with other types",
    raw(`${structuredLinePrefix}{"message":[],"fields":7,"event":"x"}`),
    { message: "" },
  ],
  ["text other than JSON", "hello", undefined],
  ["JSON with other fields", "[1]", undefined],
  ["a message that is not a string", '{"timestamp":1,"level":"log","message":{}}', undefined],
  ["an invalid time", '{"timestamp":"x","level":"log","message":""}', undefined],
  [
    "an uncaught exception",
    '{"timestamp":"5","level":"error","source":"a.rs:1","message":"Uncaught exception: b.h:2: failed: remote.jsg.Error: boom"}',
    { time: 5, level: "error", message: "Uncaught Error: boom", source: "runner" },
  ],
  [
    "positions in the source of workerd",
    '{"timestamp":"5","level":"warn","source":"a.rs:1","message":"/secret/path"}',
    undefined,
  ],
])("reads %s", (_name, text, expected) => {
  expect([parseLogLine(text)]).toMatchObject([expected]);
});

test("keeps the beginning of a truncated line, at any cut", () => {
  const whole = raw('one\n"two" \u0002 three');
  const from = whole.indexOf("one");
  for (let end = from; end < whole.length - 2; end += 1) {
    const line = parseLogLine(whole.slice(0, end), true);
    expect(line?.message.endsWith("…")).toBe(true);
    expect('one\n"two" \u0002 three…'.startsWith(line?.message.slice(0, -1) ?? "-")).toBe(true);
  }
});

function open(limits: Partial<LogLimits> = {}) {
  const output = new PassThrough();
  const lines: SandboxLogLine[] = [];
  let floods = 0;
  const begun = new Set(["a"]);
  const reader = readLog({
    output,
    limits: { ...defaultScriptLimits, ...limits },
    onLine: (line) => lines.push(line),
    onBegin: (requestId) => begun.delete(requestId),
    onFlood: () => (floods += 1),
  });
  return { output, lines, reader, floods: () => floods };
}

test("reassembles lines from any chunks of the pipe", async () => {
  const { output, lines } = open();
  for (const byte of Buffer.from(`${raw("één")}\n${raw("zwei")}\n`)) output.write(Buffer.of(byte));
  await expect.poll(() => lines.map(({ message }) => message)).toEqual(["één", "zwei"]);
});

test("drops and counts output over the budget, and logs the count", async () => {
  const { output, lines, reader } = open({ logBytesPerSecond: 1, logBurstBytes: 100 });
  for (let index = 0; index < 20; index += 1) output.write(`${raw(`line ${index}`)}\n`);
  output.end();
  await expect.poll(() => lines.at(-1)?.message).toMatch(/^Dropped \d+ log lines/);
  expect(reader.droppedLines() + lines.length - 1).toBe(20);
});

test("hides lines that announce a request, unless they are forged", async () => {
  const { output, lines } = open({ logBytesPerSecond: 1, logBurstBytes: 100 });
  output.end(["a", "a", "b"].map((id) => `${raw(`${beginLinePrefix}${id}`, "debug")}\n`).join(""));
  await expect
    .poll(() => lines.map(({ message }) => message))
    .toEqual(["\u0002a", expect.stringMatching(/^Dropped 1 log lines/)]);
});

test("truncates a long line without buffering the rest", async () => {
  const { output, lines } = open({ maxLogLineBytes: 100 });
  output.end(`${raw("x".repeat(1_000_000))}\n${raw("next")}\n`);
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[0]?.message).toMatch(/^x{10,100}…$/);
  expect(lines[1]?.message).toBe("next");
});

test("reports a flood that does not end", async () => {
  const { output, floods } = open({ logBytesPerSecond: 1, logBurstBytes: 50, logFloodMilliseconds: 0 });
  for (let index = 0; index < 20; index += 1) output.write(`${raw("flood")}\n`);
  await expect.poll(floods).toBeGreaterThan(0);
});
