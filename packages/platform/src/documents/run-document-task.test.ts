import { limits } from "@plugboard/api/contract";
import { atNight } from "@plugboard/test-postgres";
import { expect, test } from "vitest";
import { PlatformError } from "../common/platform-error.ts";
import { documentLimits } from "./document-limits.ts";
import { runDocumentTask } from "./run-document-task.ts";

const head = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n";
const characters = 300_000;

function repeat(text: string): string {
  return head + text.repeat(characters / text.length);
}

function number(line: (index: number) => string): string {
  const count = characters / line(10_000).length;
  return head + Array.from({ length: count }, (_, index) => line(index)).join("");
}

const hostile: Readonly<Record<string, string>> = {
  "many keys": number((index) => `x-k${index}: 1\n`),
  "merge keys": number((index) => `<<: { a${index}: 1 }\n`),
  tags: number((index) => `x-${index}: !t${index} a\n`),
  "an alias bomb": `${head}x-0: &a0 [1]\n${Array.from({ length: 20 }, (_, index) => `x-${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]\n`).join("")}`,
  "deep lists": `${head}x-a: ${"[".repeat(characters)}`,
  documents: repeat("--- a\n"),
};

const variants: Readonly<Record<string, string>> = {
  "many keys of a flow map": `${head}x-a: {${number((index) => `k${index}: 1, `).slice(head.length)}}`,
  "empty keys": repeat("? \n"),
  "merge keys of YAML 1.1": `%YAML 1.1\n---\n${number((index) => `<<: { a${index}: 1 }\n`)}`,
  anchors: number((index) => `x-${index}: &a${index} a\n`),
  "deep block lists": `${head}x-a:\n  ${"- ".repeat(characters / 2)}`,
  "a list without end": `${head}x-a: [${"[], ".repeat(characters / 4)}`,
};

test.each([...Object.entries(hostile), ...atNight(...Object.entries(variants))])(
  "rejects a YAML text with %s",
  async (_name, text) => {
    await expect(runDocumentTask("checkOpenApiDocument", text)).rejects.toMatchObject({
      code: "invalid_request",
    });
  },
);

test("accepts thousands of keys in YAML and JSON", async () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `x-k${index}`);
  const yaml = head + keys.map((key) => `${key}: 1\n`).join("");
  const json = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {},
    ...Object.fromEntries(keys.map((key) => [key, 1])),
  });
  for (const text of [yaml, json])
    expect(await runDocumentTask("checkOpenApiDocument", text)).toEqual({
      title: "Pets",
      specification: "3.1",
    });
});

test("reports a duplicate key", async () => {
  await expect(runDocumentTask("checkOpenApiDocument", `${head}x-a: 1\nx-a: 2\n`)).rejects.toThrow(
    'the key "x-a" twice',
  );
});

test("doesn't block the event loop", async () => {
  const text = hostile["many keys"] ?? "";
  await runDocumentTask("checkOpenApiDocument", head);
  // Garbage collection and timers of other test files run in this thread too, but not in each of three attempts.
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > 100; attempt += 1) {
    const before = process.threadCpuUsage();
    await runDocumentTask("checkOpenApiDocument", text).catch(() => undefined);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  expect(least).toBeLessThan(100);
});

test("rejects lists that the validator would compare item by item", async () => {
  const tags = Array.from({ length: documentLimits.listItems + 1 }, (_, index) => ({ name: `t${index}` }));
  const text = JSON.stringify({ openapi: "3.0.3", info: { title: "Pets", version: "1" }, paths: {}, tags });
  await expect(runDocumentTask("checkOpenApiDocument", text)).rejects.toThrow("more than 5000 items");
});

test("limits the number of values in JSON", async () => {
  const encode = (length: number) => new TextEncoder().encode(JSON.stringify(Array(length).fill(0)));
  const { jsonValues } = limits;
  expect(await runDocumentTask("readJson", encode(jsonValues - 1))).toHaveLength(jsonValues - 1);
  const error = await runDocumentTask("readJson", encode(jsonValues + 1)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({ code: "payload_too_large" });
  const text = new TextEncoder().encode(JSON.stringify(['",[{\\'.repeat(jsonValues)]));
  expect(await runDocumentTask("readJson", text)).toHaveLength(1);
});
