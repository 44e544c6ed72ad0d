import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bundledScript,
  bundleIntegration,
  fetchScript,
  openTestRunner,
  patience,
  plainScript,
  post,
  siteViewEnvelope,
  type TestRunner,
  textOf,
} from "./script-runner.fixture.ts";

let world: TestRunner;
beforeAll(async () => {
  world = await openTestRunner();
});
afterAll(() => world.close());

const counter = "let count = 0;";

test("starts a script once and keeps its state", async () => {
  const target = fetchScript("counter", "return Response.json([count += 1, await request.json()]);", counter);
  const { result, response } = await post(world.runner, target, { a: 1 });
  expect(result).toMatchObject({ status: 200, requestHeaders: { "x-service-signature": "[redacted]" } });
  expect(response?.headers.get("content-type")).toContain("application/json");
  expect(textOf({ result, response })).toBe('[1,{"a":1}]');
  expect(textOf(await post(world.runner, target))).toBe("[2,{}]");
});

test("a script sees its signing secrets and no other environment variables", async () => {
  const target = fetchScript("environment", "return Response.json(env);");
  const secrets = { ...target, signingSecrets: ["new", "old"] };
  expect(JSON.parse(textOf(await post(world.runner, secrets)))).toEqual({
    PLUGBOARD_SIGNING_SECRET: "new,old",
  });
});

test("rejects a script that throws at its top level, with the position and without a second start", async () => {
  const target = plainScript(
    "thrower",
    "const a = 1;\nthrow new TypeError('not today');\nexport default {};",
  );
  for (let time = 0; time < 2; time += 1) {
    const { result, response } = await world.runner.describe(target, patience);
    expect(response).toBeUndefined();
    expect(result.errorCode).toBe("connection_refused");
    expect(result.errorMessage).toMatch(/TypeError: not today\n\s+at bundle\.mjs:2:7/);
  }
});

test("logs and errors contain positions in the sources", async () => {
  const bundle = await bundleIntegration(`
    import { createIntegration } from "@plugboard/runtime";
    interface Nothing {}
    function deep(): never {
      throw new Error("boom");
    }
    export default createIntegration({ events: { site_view: () => deep() } });
  `);
  const target = bundledScript("mapped", bundle);
  const { contentType, body } = siteViewEnvelope();
  const { result } = await world.runner.dispatch(target, { contentType, body }, patience);
  expect(result.status).toBe(500);
  await expect
    .poll(() => world.lines.find(({ integration }) => integration === "mapped"))
    .toMatchObject({
      message: "A handler failed",
      event: { eventId: "evt_1", type: "site_view", installationId: "ins_1" },
      fields: {
        error: { stack: expect.stringMatching(/^Error: boom\n\s+at deep \(.*integration\.ts:5:13\)\n/) },
      },
    });
  const refused = await bundleIntegration(`const a: number = 1;\n\nthrow new Error("top " + a);`);
  const exchange = await world.runner.describe(bundledScript("mapped-refusal", refused), patience);
  expect(exchange.result.errorMessage).toMatch(/Error: top 1\n\s+at .*integration\.ts:3:7/);
});

test("an invalid source map leaves positions untranslated", async () => {
  const { module } = await bundleIntegration(`throw new Error("top");`);
  const sourceMap = new TextEncoder().encode("{");
  const { result } = await world.runner.describe(
    bundledScript("badly-mapped", { module, sourceMap }),
    patience,
  );
  expect(result.errorMessage).toMatch(/at bundle\.mjs:\d+:\d+/);
});

test("log lines are structured and name their script", async () => {
  const target = fetchScript(
    "writer",
    `console.warn("plain", 1);
     host.log({ level: "error", message: "structured", time: 0, fields: { error: new Error("inner"), big: 1n } });
     return new Response();`,
  );
  await post(world.runner, target);
  await expect.poll(() => world.messages("writer")).toEqual(["plain 1", "structured"]);
  const [plain, structured] = world.lines.filter(({ integration }) => integration === "writer");
  expect(plain).toMatchObject({ level: "warn", source: "script", version: 1 });
  expect(structured).toMatchObject({ level: "error", fields: { error: { message: "inner" }, big: "1" } });
});

test("a script doesn't see a process like that of Node.js, but can import Node.js modules", async () => {
  const target = fetchScript(
    "detector",
    // The ways in which libraries detect Node.js before they call `require`.
    `return Response.json([
      typeof process === "object" && typeof process.versions?.node === "string",
      Object.prototype.toString.call(globalThis.process) === "[object process]",
      typeof require,
      createHash("sha256").update("a").digest("hex").length,
    ]);`,
    `import { createHash } from "node:crypto";`,
  );
  expect(JSON.parse(textOf(await post(world.runner, target)))).toEqual([false, false, "undefined", 64]);
});
