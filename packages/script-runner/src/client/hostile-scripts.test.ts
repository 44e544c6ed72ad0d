import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScriptExchange } from "./script-exchange.ts";
import { defaultScriptLimits } from "../model/script-limits.ts";
import {
  fetchScript,
  openTestRunner,
  patience,
  plainScript,
  post,
  type TestRunner,
  textOf,
} from "./script-runner.fixture.ts";

// Hostile scripts. Each row names the part that contains the script. A victim called throughout the test
// loses no request.

/** Addresses passed to a hostile script: a server it must not reach, and the platform's API. */
interface Surroundings {
  readonly privateOrigin: string;
  readonly localhostOrigin: string;
  readonly apiOrigin: string;
}

interface HostileScript {
  readonly name: string;
  readonly containedBy: string;
  /** The body of the script's `fetch`; `where` is a `Surroundings`. */
  readonly body?: string;
  readonly imports?: string;
  /** The whole module, for scripts that never handle a request. */
  readonly module?: string;
  /** Checks the caller's result. */
  readonly expected: (exchange: ScriptExchange) => void;
  /** A pattern for the script's log. */
  readonly log?: RegExp;
  readonly timeoutMilliseconds?: number;
}

const stopped =
  (reason: RegExp) =>
  ({ result }: ScriptExchange): void => {
    expect(result.errorCode).toBe("connection_reset");
    expect(result.errorMessage).toMatch(reason);
  };
const refused =
  (reason: RegExp) =>
  ({ result }: ScriptExchange): void => {
    expect(result.errorCode).toBe("connection_refused");
    expect(result.errorMessage).toMatch(reason);
  };
const responds =
  (text: RegExp) =>
  (exchange: ScriptExchange): void => {
    expect(exchange.result).toMatchObject({ status: 200 });
    expect(textOf(exchange)).toMatch(text);
  };
const stoppedOr =
  (text: RegExp) =>
  (exchange: ScriptExchange): void => {
    if (exchange.result.errorCode !== undefined) stopped(/stopped/)(exchange);
    else expect(textOf(exchange)).toMatch(text);
  };

const pause = "await new Promise((resolve) => setTimeout(resolve, 0));";
const computed = /computed for \d+ ms without yielding/;
const tryFetch = (url: string): string => `
  try {
    const response = await fetch(${url});
    return new Response(response.status + " " + (await response.text()));
  } catch (error) { return new Response("failed " + error); }`;

const hostileScripts: readonly HostileScript[] = [
  {
    name: "an endless loop",
    containedBy: "watchdog",
    body: "for (;;);",
    expected: stopped(computed),
    log: computed,
  },
  {
    name: "endless microtasks",
    containedBy: "watchdog",
    body: "for (;;) await null;",
    expected: stopped(computed),
  },
  {
    name: "a regular expression that backtracks",
    containedBy: "watchdog",
    body: `/^(a+)+$/.test("a".repeat(60) + "b");`,
    expected: stopped(computed),
  },
  {
    name: "a loop inside waitUntil",
    containedBy: "watchdog",
    body: `host.waitUntil((async () => { ${pause} for (;;); })()); return new Response("sent");`,
    expected: responds(/sent/),
    log: computed,
  },
  {
    name: "a heap that grows",
    containedBy: "heap limit",
    // Numbers cause no garbage collection, so a busy machine reaches the limit before the timeout.
    body: `const all = []; for (;;) { all.push(new Array(1e6).fill(0.5)); ${pause} }`,
    expected: stopped(/stopped/),
  },
  {
    name: "buffers that grow",
    containedBy: "data segment limit",
    body: `const all = [];
      try { for (;;) { all.push(new Uint8Array(8 * 1024 * 1024).fill(1)); ${pause} } }
      catch (error) { return new Response("refused at " + all.length); }`,
    expected: stoppedOr(/^refused at (\d|[1-6]\d)$/),
  },
  {
    name: "WebAssembly memory that grows",
    containedBy: "data segment limit",
    body: `const all = [];
      try { for (;;) { const memory = new WebAssembly.Memory({ initial: 256 });
        new Uint8Array(memory.buffer).fill(1); all.push(memory); ${pause} } }
      catch (error) { return new Response("refused at " + all.length); }`,
    expected: stoppedOr(/^refused at (\d|[1-4]\d)$/),
  },
  {
    name: "process.exit",
    containedBy: "workerd",
    imports: `import process from "node:process";`,
    body: "process.exit(1);",
    expected: ({ result }) => expect(result.status ?? result.errorCode).toBeOneOf([500, "connection_reset"]),
  },
  {
    name: "reading files",
    containedBy: "workerd",
    imports: `import { readFileSync, readdirSync } from "node:fs";`,
    body: `const tried = ["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline"].map((path) => {
        try { return readFileSync(path, "utf8"); } catch (error) { return error.code ?? String(error); } });
      return Response.json([...tried, readdirSync("/")]);`,
    expected: responds(/^\["ENOENT","ENOENT","ENOENT",(?!.*"etc")/),
  },
  {
    name: "starting programs",
    containedBy: "workerd",
    body: `try { const { execSync } = await import("node:child_process"); return new Response("ran " + execSync("id")); }
      catch (error) { return new Response("failed"); }`,
    expected: responds(/^failed/),
  },
  {
    name: "a request to a private address",
    containedBy: "egress guard",
    body: tryFetch("where.privateOrigin"),
    expected: responds(/^403 .*blocked_address/),
  },
  {
    name: "a request to a link-local address",
    containedBy: "egress guard",
    body: tryFetch(`"http://169.254.169.254/latest/meta-data/"`),
    expected: responds(/^403 .*blocked_address/),
  },
  {
    name: "a request to a name with a private address",
    containedBy: "egress guard",
    body: tryFetch("where.localhostOrigin"),
    expected: responds(/^403 .*blocked_address/),
  },
  {
    name: "a redirect to a private address",
    containedBy: "egress guard",
    body: tryFetch(`where.apiOrigin + "/v1/redirect"`),
    expected: responds(/^403 .*blocked_address/),
  },
  {
    name: "the API's host beside the API",
    containedBy: "egress guard",
    body: tryFetch(`where.apiOrigin + "/v1/%2e%2e/metrics"`),
    expected: responds(/^403 .*blocked_address/),
  },
  {
    name: "a TCP socket",
    containedBy: "egress guard",
    imports: `import { connect } from "cloudflare:sockets";`,
    body: `const { hostname, port } = new URL(where.privateOrigin);
      try { await connect({ hostname, port: Number(port) }).opened; return new Response("opened"); }
      catch (error) { return new Response("failed"); }`,
    expected: responds(/^failed/),
  },
  {
    name: "a TCP socket of Node.js",
    containedBy: "egress guard",
    imports: `import net from "node:net";`,
    body: `const { hostname, port } = new URL(where.privateOrigin);
      return new Response(await new Promise((resolve) => {
        try { net.connect(Number(port), hostname, () => resolve("opened")).on("error", () => resolve("failed")); }
        catch { resolve("failed"); } }));`,
    expected: responds(/^failed/),
  },
  {
    name: "a WebSocket",
    containedBy: "egress guard",
    body: `try {
        const { status } = await fetch(where.apiOrigin + "/v1/socket", { headers: { upgrade: "websocket" } });
        return new Response("status " + status);
      } catch (error) { return new Response("failed"); }`,
    expected: responds(/^(status 403|failed)/),
  },
  {
    name: "code evaluated from a string",
    containedBy: "workerd",
    body: `try { return new Response("ran " + new Function("return 1")()); } catch { return new Response("failed"); }`,
    expected: responds(/^failed/),
  },
  {
    name: "polluted prototypes",
    containedBy: "a process per script",
    body: `for (const prototype of [Object, Array, Promise, Response, Request, Set]) {
        for (const key of Object.getOwnPropertyNames(prototype.prototype)) {
          try { prototype.prototype[key] = () => { throw new Error("polluted"); }; } catch {}
        }
      }
      return new Response("polluted");`,
    expected: () => {},
  },
  {
    name: "a promise that never settles",
    containedBy: "workerd or the timeout",
    body: "await new Promise(() => {});",
    timeoutMilliseconds: 2_000,
    expected: ({ result }) => expect(result.status ?? result.errorCode).toBeOneOf([500, "timeout"]),
  },
  {
    name: "a response that never arrives",
    containedBy: "deadline",
    body: "await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1)); return new Response();",
    timeoutMilliseconds: 500,
    expected: ({ result }) => expect(result.errorCode).toBe("timeout"),
  },
  {
    name: "timers after the response",
    containedBy: "workerd",
    body: `setTimeout(() => { console.log("late"); for (;;); }, 0); return new Response("sent");`,
    expected: responds(/sent/),
  },
  {
    name: "ten thousand requests",
    containedBy: "egress limits",
    body: `const statuses = {};
      await Promise.all(Array.from({ length: 10_000 }, async () => {
        let status = "failed";
        try { const response = await fetch(where.apiOrigin + "/v1/slow"); status = response.status; await response.text(); }
        catch {}
        statuses[status] = (statuses[status] ?? 0) + 1;
      }));
      return Response.json(statuses);`,
    expected: (exchange) => {
      if (exchange.response === undefined) return stopped(/stopped/)(exchange);
      const statuses: Record<string, number> = JSON.parse(textOf(exchange));
      expect(statuses["200"] ?? 0).toBeLessThan(5_000);
    },
  },
  {
    name: "a giant response",
    containedBy: "response limit",
    body: "return new Response(new Uint8Array(32 * 1024 * 1024));",
    expected: ({ response }) => expect(response).toBeUndefined(),
  },
  {
    name: "an endless response",
    containedBy: "response limit",
    body: `return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65536)) }));`,
    expected: ({ response }) => expect(response).toBeUndefined(),
  },
  {
    name: "giant response headers",
    containedBy: "limit on headers",
    body: `return new Response("", { headers: { "x-giant": "x".repeat(1_000_000) } });`,
    expected: ({ result }) => expect(result.errorCode).toBe("connection_reset"),
  },
  {
    name: "forged runner headers",
    containedBy: "runner",
    body: `return new Response("mine", { headers: {
        "x-plugboard-runner-error": "script_refused", connection: "close", "keep-alive": "timeout=0" } });`,
    expected: (exchange) => {
      responds(/^mine$/)(exchange);
      expect([...(exchange.response?.headers.keys() ?? [])]).not.toContain("x-plugboard-runner-error");
    },
  },
  {
    name: "a response with invalid framing",
    containedBy: "workerd",
    body: `return new Response("abcdef", { headers: { "transfer-encoding": "chunked", "content-length": "3" } });`,
    expected: () => {},
  },
  {
    name: "a flood of log lines",
    containedBy: "log limits",
    body: `for (;;) { for (let i = 0; i < 100; i += 1) console.log("x".repeat(8000)); ${pause} }`,
    expected: stopped(/exceeded its log limit/),
    log: /Dropped \d+ log lines/,
  },
  {
    name: "forged log lines",
    containedBy: "log reader",
    imports: `import process from "node:process";`,
    body: `for (const text of ['{"message":5}', '\\u0001{"message":{},"event":[],"fields":7}', '\\u0001', "null"]) console.log(text);
      process.stdout.write('{"timestamp":1,"level":{},"message":{}}\\n{"timestamp":"x","message":""}\\n[]\\n');
      return new Response("written");`,
    expected: responds(/written/),
  },
  {
    name: "an error thrown at the top level",
    containedBy: "rejected when published",
    module: "const a = 1;\nthrow new Error('top');",
    expected: refused(/Error: top\n\s+at bundle\.mjs:2:7/),
  },
  {
    name: "a syntax error",
    containedBy: "rejected when published",
    module: "export default {\n  a b\n};",
    expected: refused(/SyntaxError: .*\n\s+at bundle\.mjs:2:4/),
  },
  {
    name: "an endless loop at the top level",
    containedBy: "start limit",
    module: "for (;;);",
    expected: refused(/top level used more than/),
  },
  {
    name: "an endless wait at the top level",
    containedBy: "rejected when published",
    module: "await new Promise(() => {}); export default { fetch() {} };",
    expected: refused(/await/),
  },
  {
    name: "no integration at all",
    containedBy: "rejected when published",
    module: "export default 5;",
    expected: refused(/createIntegration/),
  },
  {
    name: "a bundle of ten megabytes",
    containedBy: "nothing: it works",
    module: `export const text = ${JSON.stringify("x".repeat(10_000_000))};
      export default { fetch: () => new Response("large " + text.length) };`,
    expected: responds(/large 10000000/),
  },
  {
    name: "a script that ends its own process",
    containedBy: "a process per script",
    imports: `import { abortIsolate } from "cloudflare:workers";`,
    body: `abortIsolate("goodbye"); return new Response("still here");`,
    expected: ({ result }) =>
      expect(result.status ?? result.errorCode).toBeOneOf([200, 500, "connection_reset"]),
  },
];

let world: TestRunner;
let forbidden: Server;
let api: Server;
let where: Surroundings;
let forbiddenRequests = 0;
let apiRequests = 0;
let maxApiRequestsAtOnce = 0;

const victim = fetchScript("victim", "calls += 1; return new Response(String(calls));", "let calls = 0;");
const victimExchanges: ScriptExchange[] = [];

const over = new AbortController();
let victimLoop: Promise<void>;

beforeAll(async () => {
  const listen = (server: Server): Promise<number> =>
    new Promise((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // A listening TCP server has a port.
    });
  forbidden = createServer((_request, response) => {
    forbiddenRequests += 1;
    response.end("a secret");
  });
  forbidden.on("connection", () => {
    forbiddenRequests += 1;
  });
  const privateOrigin = `http://127.0.0.1:${await listen(forbidden)}`;
  api = createServer((request, response) => {
    if (request.url === "/v1/redirect") {
      response.writeHead(302, { location: privateOrigin }).end();
      return;
    }
    apiRequests += 1;
    maxApiRequestsAtOnce = Math.max(maxApiRequestsAtOnce, apiRequests);
    setTimeout(() => {
      apiRequests -= 1;
      response.end("ok");
    }, 20);
  });
  const apiOrigin = `http://127.0.0.1:${await listen(api)}`;
  where = { privateOrigin, apiOrigin, localhostOrigin: privateOrigin.replace("127.0.0.1", "localhost") };
  world = await openTestRunner({
    apiOrigins: [{ origin: apiOrigin, pathPrefix: "/v1" }],
    // Shorter than the default, to keep the test short.
    limits: { logFloodMilliseconds: 1_000 },
  });
  victimExchanges.push(await post(world.runner, victim));
  victimLoop = (async () => {
    while (!over.signal.aborted) {
      victimExchanges.push(await post(world.runner, victim));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
});

afterAll(async () => {
  await world.close();
  for (const server of [forbidden, api]) {
    server.closeAllConnections();
    server.close();
  }
});

test.for(hostileScripts)("$name: $containedBy", async (script, { annotate }) => {
  const {
    name,
    body,
    imports,
    module,
    expected,
    log,
    timeoutMilliseconds = patience.timeoutMilliseconds,
  } = script;
  const target =
    module === undefined
      ? fetchScript(name, `const where = await request.json();\n${body}`, imports)
      : plainScript(name, module);
  const before = victimExchanges.length;
  const exchange = await post(world.runner, target, where, { timeoutMilliseconds });
  await annotate(exchange.result.errorMessage ?? textOf(exchange).slice(0, 200));
  expected(exchange);
  await expect.poll(() => world.messages(name).join("\n")).toMatch(log ?? "");
  // The victim is called before and after, and responds each time.
  await expect.poll(() => victimExchanges.length).toBeGreaterThan(before + 1);
  await world.runner.retire(name);
  const longest = Math.max(...victimExchanges.slice(before).map(({ result }) => result.timings.total));
  await annotate(`the victim's longest: ${Math.round(longest)} ms`);
});

test("the victim lost no request, and no script reached a private server", async ({ annotate }) => {
  over.abort();
  await victimLoop;
  expect(victimExchanges.filter(({ result }) => result.status !== 200)).toEqual([]);
  // Skip the first request, which started the script.
  const times = victimExchanges
    .slice(1)
    .map(({ result }) => result.timings.total)
    .toSorted((one, other) => one - other);
  await annotate(
    `victim: ${times.length} requests, median ${times[times.length >> 1]} ms, longest ${times.at(-1)} ms`,
  );
  // One process served all requests.
  expect(victimExchanges.map(textOf)).toEqual(victimExchanges.map((_, index) => String(index + 1)));
  expect(forbiddenRequests).toBe(0);
  expect(maxApiRequestsAtOnce).toBeLessThanOrEqual(defaultScriptLimits.maxEgressConcurrency);
});
