import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";
import { apiErrorSchema } from "../http/api-error.ts";
import type { Operation } from "./operation.ts";
import { readJsonBody } from "../http/read-json-body.ts";

/** The app that operations are served by. */
export type PlatformApp = OpenAPIHono;

/** Names the caller of a request. @throws PlatformError `unauthorized` */
export type Authenticate = (request: Request) => Promise<Principal>;

const keyPattern = /^[\x21-\x7E]{1,200}$/;

/** Serves operations below a base path and describes them in the app's OpenAPI document. */
export function registerOperations(
  app: PlatformApp,
  base: string,
  operations: readonly Operation[],
  authenticate: Authenticate,
): void {
  for (const operation of operations) {
    const status = operation.status ?? 200;
    app.on(
      operation.method.toUpperCase(),
      `${base}${operation.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      async (context) => {
        const principal = await authenticate(context.req.raw);
        const input = {
          params: context.req.param(),
          query: context.req.query(),
          ...("body" in operation.input && { body: await readJsonBody(context.req.raw) }),
        };
        const idempotencyKey = readIdempotencyKey(context);
        const caller = { principal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
        const answer = await operation.run(input, caller);
        if (status === 204) return context.body(null, 204);
        return context.body(JSON.stringify(answer), status, { "content-type": "application/json" });
      },
    );
    describe(app, base, operation, status);
  }
}

function readIdempotencyKey(context: Context): string | undefined {
  const key = context.req.header("idempotency-key");
  if (key === undefined || keyPattern.test(key)) return key;
  const message = "must be 1 to 200 visible characters.";
  throw new PlatformError("invalid_request", `Idempotency-Key ${message}`, [
    { path: "idempotency-key", message },
  ]);
}

function describe(app: PlatformApp, base: string, operation: Operation, status: number): void {
  const { query, body } = operation.input;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const ok =
    operation.response === undefined
      ? {}
      : { content: { "application/json": { schema: operation.response } } };
  app.openAPIRegistry.registerPath({
    method: operation.method,
    path: `${base}${operation.path}`,
    tags: [operation.tag],
    summary: operation.summary,
    security: [{ bearer: [] }],
    request: {
      params,
      ...(query instanceof z.ZodObject && { query }),
      ...(body instanceof z.ZodType && { body: { content: { "application/json": { schema: body } } } }),
    },
    responses: {
      [status]: { description: "Success", ...ok },
      default: { description: "What was wrong", content: { "application/json": { schema: apiErrorSchema } } },
    },
  });
}
