import type { IncomingMessage, ServerResponse } from "node:http";
import { startHttp } from "@plugboard/test-http";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  deleteWebhookEndpoint,
  getInstallation,
  listWebhookEndpoints,
  queueTask,
  updateInstallation,
} from "../contract/routes.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
type Reply = (response: ServerResponse) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A platform that sends the given replies in turn and repeats the last one. */
async function startPlatform(...replies: readonly Reply[]) {
  const received: Received[] = [];
  const waits: number[] = [];
  const platform = await startHttp((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      (replies[received.length - 1] ?? replies.at(-1))?.(response);
    });
  });
  closers.push(platform.close);
  const endpoint = `${platform.url}/v1`;
  const client = createApiClient({
    endpoint,
    token: "secret-token",
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  return { client, endpoint, received, waits };
}

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const refusal = (status: number, headers?: Readonly<Record<string, string>>): Reply =>
  json(status, { code: "unavailable", detail: "Not now." }, headers);
const cut: Reply = (response) => response.destroy();
const ok = json(200, { id: "ins_1" });

const endpointsPath = `/v1${listWebhookEndpoints.path.replace("{installationId}", "i")}`;
const readInstallation = (client: ApiClient) =>
  client.call(getInstallation, { params: { installationId: "ins_1" } });
const postTask = (client: ApiClient, idempotencyKey?: string) =>
  client.call(queueTask, {
    body: { task: { type: "sync" } },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

describe("a call", () => {
  it("sends path, query, body and token, and returns the response", async () => {
    const { client, received } = await startPlatform(json(200, { id: "ins/1", externalIds: ["x"] }));
    const installation = await client.call(updateInstallation, {
      params: { installationId: "ins/1 ?" },
      body: { externalIds: ["x"] },
    });
    expect(installation).toEqual({ id: "ins/1", externalIds: ["x"] });
    expect(received).toMatchObject([
      {
        method: "PATCH",
        url: `/v1${updateInstallation.path.replace("{installationId}", "ins%2F1%20%3F")}`,
        headers: { authorization: "Bearer secret-token", "content-type": "application/json" },
        body: '{"externalIds":["x"]}',
      },
    ]);
  });

  it("omits undefined query parameters", async () => {
    const { client, received } = await startPlatform(json(200, { items: [] }));
    const query = { limit: 5 };
    // Only untyped code can do this.
    Reflect.set(query, "cursor", undefined);
    await client.call(listWebhookEndpoints, { params: { installationId: "i" }, query });
    expect(received[0]?.url).toBe(`${endpointsPath}?limit=5`);
  });

  it("sends the version for a conditional change", async () => {
    const { client, received } = await startPlatform(json(200, { id: "ins_1" }));
    const params = { installationId: "ins_1" };
    const ifMatch = "2026-01-15T09:31:00.000Z";
    await client.call(updateInstallation, { params, body: {}, ifMatch });
    await client.call(updateInstallation, { params, body: {} });
    expect(received.map(({ headers }) => headers["if-match"])).toEqual([`"${ifMatch}"`, undefined]);
  });

  it("needs no token with the session of a browser", async () => {
    const { endpoint, received } = await startPlatform(ok);
    expect(await readInstallation(createApiClient({ endpoint, session: true }))).toEqual({ id: "ins_1" });
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it("returns undefined for an empty response", async () => {
    const { client } = await startPlatform((response) => response.writeHead(204).end());
    const params = { installationId: "i", endpointId: "e" };
    expect(await client.call(deleteWebhookEndpoint, { params })).toBeUndefined();
  });

  it.each(["", ".", ".."])(
    "rejects the path parameter %j, which would change the path",
    async (installationId) => {
      const { client, received } = await startPlatform(ok);
      const call = client.call(getInstallation, { params: { installationId } });
      await expect(call).rejects.toMatchObject({
        name: "ApiError",
        code: "invalid_parameter",
        message: expect.stringContaining("installationId"),
      });
      expect(received).toEqual([]);
    },
  );

  it("reports a missing token", async () => {
    const client = createApiClient({ endpoint: "http://127.0.0.1:1/v1", token: undefined });
    await expect(readInstallation(client)).rejects.toMatchObject({ code: "no_token" });
  });

  it("follows no redirects, which could leak the token", async () => {
    const { client, received } = await startPlatform((response) =>
      response.writeHead(302, { location: "/elsewhere" }).end(),
    );
    await expect(readInstallation(client)).rejects.toMatchObject({ code: "bad_response", status: 302 });
    expect(received.length).toBe(1);
  });

  it("keeps the token out of its errors", async () => {
    const { client } = await startPlatform(json(403, { code: "forbidden", detail: "No." }));
    const error: unknown = await readInstallation(client).catch((failure: unknown) => failure);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("secret-token");
  });
});

describe("an error response", () => {
  it("is an ApiError with the platform's code, message and path", async () => {
    const code = "invalid_configuration";
    const problems = [{ path: "configuration.webhook_url", message: "Must be a URL." }];
    const { client } = await startPlatform(
      json(422, { code, detail: "The changes were not saved.", problems }),
    );
    await expect(readInstallation(client)).rejects.toMatchObject({
      name: "ApiError",
      status: 422,
      code,
      message: "The changes were not saved.",
      problems,
    });
  });

  it.each([
    ["no JSON", (response: ServerResponse) => response.writeHead(418).end("<html>")],
    ["nothing", (response: ServerResponse) => response.writeHead(418).end()],
    ["JSON of another form", json(418, { error: "teapot" })],
    ["null", json(418, null)],
  ])("with %s contain at least the status", async (_what, reply) => {
    const { client } = await startPlatform(reply);
    await expect(readInstallation(client)).rejects.toMatchObject({ code: "bad_response", status: 418 });
  });

  it("is also thrown for a success without JSON", async () => {
    const { client } = await startPlatform((response) => response.writeHead(200).end("<html>"));
    await expect(readInstallation(client)).rejects.toMatchObject({ code: "bad_response", status: 200 });
  });
});

describe("retries", () => {
  it.each([502, 503, 504])("repeat a GET after %i", async (status) => {
    const { client, received, waits } = await startPlatform(refusal(status), refusal(status), ok);
    expect(await readInstallation(client)).toEqual({ id: "ins_1" });
    expect([received.length, waits]).toEqual([3, [250, 500]]);
  });

  it("repeat a GET after a lost connection", async () => {
    const { client, received } = await startPlatform(cut, ok);
    expect(await readInstallation(client)).toEqual({ id: "ins_1" });
    expect(received.length).toBe(2);
  });

  it("repeat a GET after a truncated response", async () => {
    const half: Reply = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"id"', () => response.destroy());
    };
    const { client } = await startPlatform(half, ok);
    expect(await readInstallation(client)).toEqual({ id: "ins_1" });
  });

  it("end a GET at its timeout", async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // The real timeout, but shorter.
    const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
    onTestFinished(() => deadline.mockRestore());
    const { client, received } = await startPlatform(() => undefined);
    await expect(readInstallation(client)).rejects.toMatchObject({ code: "timeout" });
    expect([received.length, deadline.mock.calls]).toEqual([3, [[8000], [8000], [8000]]]);
  });

  it("end after three attempts of a GET", async () => {
    const { client, received } = await startPlatform(refusal(503));
    await expect(readInstallation(client)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    expect(received.length).toBe(3);
  });

  it.each([400, 401, 403, 404, 409, 500])("do not repeat any call after %i", async (status) => {
    const { client, received } = await startPlatform(refusal(status), ok);
    await expect(readInstallation(client)).rejects.toMatchObject({ status });
    expect(received.length).toBe(1);
  });

  it.each([
    ["a broken connection", cut],
    ["503", refusal(503)],
  ])("don't repeat a POST after %s, because it may have taken effect", async (_what, reply) => {
    const { client, received } = await startPlatform(reply, ok);
    await expect(postTask(client)).rejects.toMatchObject({ name: "ApiError" });
    expect(received.length).toBe(1);
  });

  it("repeat a POST with an idempotency key, with the same key", async () => {
    const { client, received } = await startPlatform(cut, ok);
    await postTask(client, "task-1");
    expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual(["task-1", "task-1"]);
  });

  it("repeat a POST after 429, after the time requested by the platform", async () => {
    const { client, received, waits } = await startPlatform(refusal(429, { "retry-after": "2" }), ok);
    await postTask(client);
    expect([received.length, waits]).toEqual([2, [2000]]);
  });

  it("stop if the platform requests more than 30 seconds", async () => {
    const { client, received } = await startPlatform(refusal(429, { "retry-after": "31" }), ok);
    await expect(readInstallation(client)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 31 });
    expect(received.length).toBe(1);
  });

  it("stop if the caller has aborted", async () => {
    const controller = new AbortController();
    const { client, received } = await startPlatform(() => controller.abort());
    const params = { installationId: "i" };
    const call = client.call(getInstallation, { params, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(received.length).toBe(1);
  });

  it("stop if the caller aborts with its own reason", async () => {
    const controller = new AbortController();
    const { client } = await startPlatform(() => controller.abort(new Error("closed")));
    const params = { installationId: "i" };
    const call = client.call(getInstallation, { params, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });

  it("stop if the caller aborts while waiting", async () => {
    const controller = new AbortController();
    const { endpoint, received } = await startPlatform((response) => {
      refusal(503, { "retry-after": "30" })(response);
      setTimeout(() => controller.abort(), 50);
    });
    const client = createApiClient({ endpoint, token: "secret-token" });
    const params = { installationId: "i" };
    const call = client.call(getInstallation, { params, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(received.length).toBe(1);
  });
});

describe("a list", () => {
  const page = (ids: readonly string[], next?: string) =>
    json(200, { items: ids.map((id) => ({ id })), next });

  it("iterates over its pages, and keeps the rest of the query", async () => {
    const { client, received } = await startPlatform(page(["a", "b"], "c1"), page([], "c2"), page(["c"]));
    const ids: string[] = [];
    const request = { params: { installationId: "i" }, query: { limit: 2 } };
    for await (const { id } of client.list(listWebhookEndpoints, request)) ids.push(id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(received.map(({ url }) => url)).toEqual([
      `${endpointsPath}?limit=2`,
      `${endpointsPath}?limit=2&cursor=c1`,
      `${endpointsPath}?limit=2&cursor=c2`,
    ]);
  });

  it("reads no page before it is needed", async () => {
    const { client, received } = await startPlatform(page(["a", "b"], "c1"));
    for await (const { id } of client.list(listWebhookEndpoints, { params: { installationId: "i" } })) {
      if (id === "b") break;
    }
    expect(received.length).toBe(1);
  });

  it("reports a response that isn't a list", async () => {
    const { client } = await startPlatform(ok);
    const items = client.list(listWebhookEndpoints, { params: { installationId: "i" } });
    await expect(items.next()).rejects.toMatchObject({ code: "bad_response" });
  });
});
