import { expect, test } from "vitest";
import { openDocumentThread } from "./open-document-thread.ts";

const source = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", (request) => {
    if (request === "loop") for (;;);
    if (request === "exit") process.exit(1);
    if (request === "fill") for (const kept = [];;) kept.push(new Array(10000).fill(request + kept.length));
    parentPort.postMessage({ kind: "done", result: request });
  });
`;
const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

test.each([
  ["loop", "takes longer than 5 s", 5000],
  ["fill", "takes too much memory", 60_000],
  ["exit", "exited unexpectedly", 60_000],
] as const)(
  "terminates a thread that takes too long or too much memory (%s), and reads the next document in a new one",
  async (request, message, timeout) => {
    const run = openDocumentThread<string, string>({ url, timeout, heapMebibytes: 32 });
    const [failed, next] = await Promise.allSettled([run(request), run("next")]);
    expect(failed).toMatchObject({ reason: { message: expect.stringContaining(message) } });
    expect(next).toEqual({ status: "fulfilled", value: "next" });
  },
);

test("rejects documents while two hundred are waiting", async () => {
  const run = openDocumentThread<string, string>({ url, timeout: 60_000, heapMebibytes: 32 });
  const results = await Promise.allSettled(Array.from({ length: 202 }, (_, index) => run(String(index))));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { code: "unavailable" } }]);
});
