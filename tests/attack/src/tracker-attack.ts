import { randomBytes } from "node:crypto";
import { type AnyOperation, operationsOf } from "@plugboard/api/contract";
import { createSecretBox, withoutTenantScope } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import * as z from "zod";
import { contract } from "../../../apps/sample-product/src/contract.ts";
import { seedTracker } from "../../../apps/sample-product/src/server/seed-tracker.ts";
import { startTracker } from "../../../apps/sample-product/src/server/start-tracker.ts";
import { tracker } from "../../../apps/sample-product/src/tracker.ts";
import type { AttackReport } from "./attack-report.ts";
import { fuzzOperations } from "./fuzz-attack.ts";
import { harmlessBody, urlOf } from "./requests-from-contract.ts";
import type { Target } from "./start-target.ts";

const all: readonly AnyOperation[] = operationsOf(contract);
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});

/** Attacks another product on the platform: its own operations, and those of the platform. */
export async function attackTracker(rounds: number, seed: number): Promise<AttackReport[]> {
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openSqliteStorage({
    folder: ":memory:",
    secretBox,
    product: tracker,
    requiresScope: true,
  });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = await startTracker({ storage, secretBox, port: 0, onError });
  try {
    const owner = { email: "ada@example.com", name: "Ada", password: "correct horse" };
    const values: Readonly<Record<string, string>> = {
      ...(await withoutTenantScope("start", () => seedTracker(server.platform, "acme", owner))),
    };
    const signedIn = await send(`${server.url}/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(owner),
    });
    const cookie = /session=[\w-]+/.exec(String(signedIn.headers["set-cookie"]))?.[0] ?? "";
    const table = await readServed(server.url);
    const refused = await callWithoutAccess(server.url, table, values, cookie);
    const fuzzed = await fuzzOperations(
      {
        name: "another product",
        url: server.url,
        operations: table,
        values,
        headers: { cookie, origin: server.url },
        send,
        isAlive: () => true,
      },
      rounds,
      seed,
    );
    const reported = {
      name: "errors of the other product",
      cases: table.length,
      breaches: errors.map(String),
    };
    return [refused, fuzzed, reported];
  } finally {
    await server.close();
    await storage.close();
  }
}

const send: Target["send"] = async (url, { method = "GET", headers = {}, body } = {}) => {
  // A view of memory that nothing else shares.
  const sent = body as RequestInit["body"];
  const response = await fetch(url, { method, headers, body: sent ?? null });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
};

/** Returns the operations in the server's OpenAPI document. The documentation product's are not among them. */
async function readServed(url: string): Promise<readonly AnyOperation[]> {
  const { paths } = documentSchema.parse(JSON.parse((await send(`${url}/v1/openapi.json`)).body));
  const served = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
  );
  return all.filter(({ id }) => served.has(id));
}

async function callWithoutAccess(
  url: string,
  table: readonly AnyOperation[],
  values: Readonly<Record<string, string>>,
  cookie: string,
): Promise<AttackReport> {
  const credentials: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["nothing", {}],
    ["a made-up token", { authorization: "Bearer pbk_made-up" }],
    ["a made-up session", { cookie: "session=made-up", origin: url }],
    ["a session on another site", { cookie, origin: "https://evil.example" }],
  ];
  const breaches: string[] = [];
  let cases = 0;
  for (const operation of table) {
    const body = harmlessBody(operation);
    for (const [name, headers] of credentials) {
      cases += 1;
      const { status } = await send(urlOf(url, operation, values), {
        method: operation.method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // Another site can't read the response.
      const isHarmless = headers["cookie"] === cookie && operation.method === "GET";
      const isOpen = operation.access === "anyone" || isHarmless;
      if (status >= 500 || (status < 400 && !isOpen))
        breaches.push(`${operation.id} with ${name}: ${status}`);
    }
  }
  return {
    name: "another product's operation × credential",
    cases,
    breaches,
    figures: `${table.length} operations`,
  };
}
