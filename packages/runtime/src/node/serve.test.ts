import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { allowUnsignedRequests, createIntegration, type IntegrationDefinition } from "../index.ts";
import { encodeEnvelope } from "../envelope.ts";
import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { fetchEvent } from "../../test/fixtures/example-events.fixture.ts";
import { type IntegrationServer, serve } from "./serve.ts";

const rejectingServer = fileURLToPath(import.meta.resolve("../../test/fixtures/rejecting-server.fixture.ts"));
const servers: IntegrationServer[] = [];

async function start(definition: IntegrationDefinition): Promise<IntegrationServer> {
  const integration = createIntegration({ ...definition, [allowUnsignedRequests]: true });
  const server = await serve(integration, { port: 0, env: {}, hostname: "127.0.0.1" });
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

function post({ port }: Pick<IntegrationServer, "port">, eventId = "evt_1"): Promise<Response> {
  const event = { type: "installation_deleted", eventId, installationId: "ins_1" };
  const { contentType, body } = encodeEnvelope({ event, environment: exampleEnvironment });
  return fetch(`http://127.0.0.1:${port}/v1`, {
    method: "POST",
    headers: { "content-type": contentType },
    body,
  });
}

/** Waits until a child's output matches, and returns the first group. */
function collectOutput(child: ChildProcess): (pattern: RegExp) => Promise<string> {
  let output = "";
  child.stdout?.on("data", (text: string) => (output += text));
  child.stderr?.on("data", (text: string) => (output += text));
  return async (pattern) => {
    await vi.waitFor(() => expect(output).toMatch(pattern), { timeout: 10_000 });
    return pattern.exec(output)?.[1] ?? "";
  };
}

describe("serve", () => {
  it("handles envelopes over HTTP", async () => {
    const handled: string[] = [];
    const server = await start({ events: { installation_deleted: ({ eventId }) => handled.push(eventId) } });
    const response = await post(server);
    expect([response.status, await response.json(), handled]).toEqual([200, { received: true }, ["evt_1"]]);
  });

  it("responds to unsigned health checks", async () => {
    const { port } = await start({});
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect([response.status, await response.text()]).toEqual([200, "ok"]);
  });

  it.each([
    ["logs", "log", "logged: left behind"],
    ["emits a warning without a log", "no-log", "Error: left behind"],
  ])("survives an unhandled rejection of a request, and %s", async (_what, mode, output) => {
    const child = execFile(process.execPath, ["--conditions=@plugboard/source", rejectingServer, mode]);
    const printed = collectOutput(child);
    const port = Number(await printed(/port (\d+)/));
    expect((await post({ port })).status).toBe(200);
    await printed(new RegExp(`(${output})`));
    expect((await post({ port })).status).toBe(200);
    child.kill();
  });

  it("other unhandled rejections still end the process", async () => {
    const child = execFile(process.execPath, [
      "--conditions=@plugboard/source",
      rejectingServer,
      "elsewhere",
    ]);
    const [exitCode] = await once(child, "exit");
    expect(exitCode).toBe(1);
  });

  it("finishes requests and their background work before it stops", async () => {
    const steps: string[] = [];
    const started = Promise.withResolvers<void>();
    const server = await start({
      events: {
        installation_deleted: async (_event, context) => {
          started.resolve();
          await delay(50);
          steps.push("handled");
          context.waitUntil(delay(50).then(() => steps.push("worked")));
        },
      },
    });
    const pending = post(server);
    await started.promise;
    await server.close();
    expect([(await pending).status, steps]).toEqual([200, ["handled", "worked"]]);
    await expect(post(server)).rejects.toThrow("fetch failed");
  });

  it("aborts the rest after the timeout", async () => {
    const started = Promise.withResolvers<void>();
    const server = await start({
      events: {
        installation_deleted: () => {
          started.resolve();
          return new Promise(() => undefined);
        },
      },
    });
    const failure = post(server).catch((error: unknown) => error);
    await started.promise;
    await server.close(10);
    expect(await failure).toMatchObject({ message: "fetch failed" });
  });

  it("responds to a malformed request with 400", async () => {
    const { port } = await start({});
    const socket = connect(port, "127.0.0.1");
    socket.end("POST /v1 HTTP/1.1\r\nHost: a b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("rejects a body that is too large before it has arrived", async () => {
    const { port } = await start({ limits: { maxEnvelopeBytes: 1000 } });
    const socket = connect(port, "127.0.0.1");
    // The announced body is never sent.
    socket.write("POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("survives a client that disconnects in the middle of its body", async () => {
    const server = await start({ events: { installation_deleted: () => undefined } });
    const socket = connect(server.port, "127.0.0.1");
    socket.write("POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\npart", () => socket.destroy());
    await once(socket, "close");
    expect((await post(server)).status).toBe(200);
  });

  it("survives a handler whose response stream fails", async () => {
    const fetchUrl = "https://sites.example/integrations/ins_1/hook";
    const server = await start({
      events: { installation_deleted: () => undefined },
      fetch: () => {
        let sent = false;
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => {
            if (!sent) controller.enqueue(new Uint8Array(100_000));
            else setTimeout(() => controller.error(new Error("source lost")), 20);
            sent = true;
          },
        });
        return new Response(body);
      },
    });
    const { contentType, body } = encodeEnvelope({
      event: fetchEvent({ url: fetchUrl }),
      environment: exampleEnvironment,
    });
    const failing = await fetch(`http://127.0.0.1:${server.port}/v1`, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
    });
    await expect(failing.arrayBuffer()).rejects.toThrow("terminated");
    expect((await post(server)).status).toBe(200);
  });

  it("streams the response of a fetch handler and sends all cookies", async () => {
    const more = Promise.withResolvers<void>();
    const server = await start({
      fetch: () => {
        const body = new ReadableStream<Uint8Array>({
          start: async (controller) => {
            controller.enqueue(new TextEncoder().encode("first "));
            await more.promise;
            controller.enqueue(new TextEncoder().encode("second"));
            controller.close();
          },
        });
        const headers = new Headers([
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ]);
        return new Response(body, { status: 201, headers });
      },
    });
    const { contentType, body } = encodeEnvelope({ event: fetchEvent(), environment: exampleEnvironment });
    const headers = { "content-type": contentType };
    const response = await fetch(`http://127.0.0.1:${server.port}/v1`, { method: "POST", headers, body });
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first ");
    more.resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("second");
  });

  it("passes a whole Request to a wrapped integration", async () => {
    const integration = createIntegration({
      events: { installation_deleted: () => undefined },
      [allowUnsignedRequests]: true,
    });
    const seen: unknown[] = [];
    const wrapped = {
      fetch: (request: Request) => {
        seen.push(request instanceof Request, request.headers.get("content-type")?.split(";")[0]);
        return integration.fetch(new Request(request.url, request));
      },
    };
    const server = await serve(wrapped, { port: 0, env: {}, hostname: "127.0.0.1" });
    servers.push(server);
    expect((await post(server)).status).toBe(200);
    expect(seen).toEqual([true, "multipart/form-data"]);
  });

  it("rejects if the port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const taken = serve(createIntegration({}), { port, env: {}, hostname: "127.0.0.1" });
    await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" });
    other.close();
  });
});
