import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultScriptLimits } from "../model/script-limits.ts";
import {
  fetchScript,
  openTestRunner,
  plainScript,
  post,
  type TestRunner,
  textOf,
} from "./script-runner.fixture.ts";

const maxSubrequests = 5;
let server: Server;
let origin: string;
let opened: TestRunner;
let served = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    served += 1;
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an `AddressInfo`.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  opened = await openTestRunner({
    limits: { ...defaultScriptLimits, maxSubrequests },
    apiOrigins: [{ origin, pathPrefix: "/" }],
  });
});
afterAll(async () => {
  await opened.close();
  server.close();
});

const refusal = "A script can make at most 5 requests per call. Queue a task for the rest.";
const fetchMany = (count: string) => `
  const results = await Promise.allSettled(Array.from({ length: ${count} }, async () => (await fetch(where)).text()));
  return Response.json(results.map(({ value, reason }) => value ?? reason.message));`;
const readWhere = "const { where, count } = await request.json();";

test("limits the requests of each call, and the error names the limit", async () => {
  const { runner, messages } = opened;
  const script = fetchScript("busy", `${readWhere} ${fetchMany("count")}`);
  served = 0;
  const responses = await Promise.all(
    [4, 7, 5].map(async (count) => JSON.parse(textOf(await post(runner, script, { where: origin, count })))),
  );
  const ok = (count: number): string[] => Array.from({ length: count }, () => "ok");
  expect(responses.map((each: string[]) => each.toSorted())).toEqual([
    ok(4),
    [refusal, refusal, ...ok(5)].toSorted(),
    ok(5),
  ]);
  expect(served).toBe(14);
  expect(messages("busy").filter((message) => message.includes(refusal))).toHaveLength(1);
});

test("requests outside the context of a call share one count", async () => {
  const { runner } = opened;
  const leave = `import { AsyncLocalStorage } from "node:async_hooks"; const leave = AsyncLocalStorage.snapshot();`;
  const script = fetchScript(
    "leaving",
    `${readWhere} return await leave(async () => { ${fetchMany("count")} });`,
    leave,
  );
  const texts = [];
  for (let call = 0; call < 3; call += 1)
    texts.push(...JSON.parse(textOf(await post(runner, script, { where: origin, count: 4 }))));
  expect(texts.filter((text) => text === "ok")).toHaveLength(5);
  expect(texts.filter((text) => text === refusal)).toHaveLength(7);
});

test("a script that takes the counter does not start", async () => {
  const taking = `import { takeCounter } from "count-requests.mjs"; takeCounter(); export default { fetch() {} };`;
  const { result } = await post(opened.runner, plainScript("taking", taking));
  expect(result.errorMessage).toContain("The bundle must not take the request counter");
});
