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
  ["what the script prints", raw("hello"), { time: 5, level: "info", message: "hello", source: "script" }],
  ["its level", raw("hello", "warn"), { level: "warn" }],
  [
    "what host.log wrote",
    raw(
      `${structuredLinePrefix}{"message":"m","fields":{"a":1},"event":{"eventId":"e","type":"t","installationId":"i"}}`,
    ),
    { message: "m", fields: { a: 1 }, event: { eventId: "e", type: "t", installationId: "i" } },
  ],
  ["a forged line", raw(`${structuredLinePrefix}nonsense`), { message: "nonsense" }],
  [
    "a forged line of other shapes",
    raw(`${structuredLinePrefix}{"message":[],"fields":7,"event":"x"}`),
    { message: "" },
  ],
  ["something else than JSON", "hello", undefined],
  ["JSON of another shape", "[1]", undefined],
  ["a message that is no text", '{"timestamp":1,"level":"log","message":{}}', undefined],
  ["an invalid time", '{"timestamp":"x","level":"log","message":""}', undefined],
  [
    "an exception that nobody caught",
    '{"timestamp":"5","level":"error","source":"a.rs:1","message":"Uncaught exception: b.h:2: failed: remote.jsg.Error: boom"}',
    { time: 5, level: "error", message: "Uncaught Error: boom", source: "runner" },
  ],
  [
    "places in workerd's own source",
    '{"timestamp":"5","level":"warn","source":"a.rs:1","message":"/secret/path"}',
    undefined,
  ],
])("reads %s", (_name, text, expected) => {
  expect([parseLogLine(text)]).toMatchObject([expected]);
});

test("a line that was cut off keeps its beginning, wherever it was cut", () => {
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

test("lines arrive whole, however the pipe cuts them", async () => {
  const { output, lines } = open();
  for (const byte of Buffer.from(`${raw("één")}\n${raw("zwei")}\n`)) output.write(Buffer.of(byte));
  await expect.poll(() => lines.map(({ message }) => message)).toEqual(["één", "zwei"]);
});

test("what is over the budget is dropped and counted, and the log says so", async () => {
  const { output, lines, reader } = open({ logBytesPerSecond: 1, logBurstBytes: 100 });
  for (let index = 0; index < 20; index += 1) output.write(`${raw(`line ${index}`)}\n`);
  output.end();
  await expect.poll(() => lines.at(-1)?.message).toMatch(/^\d+ log lines were dropped/);
  expect(reader.droppedLines() + lines.length - 1).toBe(20);
});

test("what says that a request begins is no line of the log, unless it is forged", async () => {
  const { output, lines } = open({ logBytesPerSecond: 1, logBurstBytes: 100 });
  output.end(["a", "a", "b"].map((id) => `${raw(`${beginLinePrefix}${id}`, "debug")}\n`).join(""));
  await expect
    .poll(() => lines.map(({ message }) => message))
    .toEqual(["\u0002a", expect.stringMatching(/^1 log lines/)]);
});

test("a long line is cut, and nothing of it is kept in memory", async () => {
  const { output, lines } = open({ maxLogLineBytes: 100 });
  output.end(`${raw("x".repeat(1_000_000))}\n${raw("next")}\n`);
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[0]?.message).toMatch(/^x{10,100}…$/);
  expect(lines[1]?.message).toBe("next");
});

test("a flood that does not end is reported", async () => {
  const { output, floods } = open({ logBytesPerSecond: 1, logBurstBytes: 50, logFloodMilliseconds: 0 });
  for (let index = 0; index < 20; index += 1) output.write(`${raw("flood")}\n`);
  await expect.poll(floods).toBeGreaterThan(0);
});
