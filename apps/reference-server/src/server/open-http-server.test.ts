import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { openHttpServer } from "./open-http-server.ts";

describe("openHttpServer", () => {
  it("holds requests until it has a handler", async () => {
    const server = await openHttpServer({ port: 0, host: "127.0.0.1", maxConnections: 10 });
    const early = fetch(`http://127.0.0.1:${server.port}/early`);
    await setImmediate();
    server.serve(async (request, response) => response.end(`handled ${request.url}`));
    expect(await (await early).text()).toBe("handled /early");
    await server.close();
  });

  it("finishes responses in flight when it closes and accepts no more connections", async () => {
    const server = await openHttpServer({ port: 0, host: "127.0.0.1", maxConnections: 10 });
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    server.serve(async (_request, response) => {
      started.resolve();
      await finish.promise;
      response.end("done");
    });
    const url = `http://127.0.0.1:${server.port}/`;
    const inFlight = fetch(url);
    await started.promise;
    const closed = server.close();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    finish.resolve();
    expect(await (await inFlight).text()).toBe("done");
    await closed;
  });

  it("rejects a body in an encoding that a proxy could read differently, and everything after it", async () => {
    const server = await openHttpServer({ port: 0, host: "127.0.0.1", maxConnections: 10 });
    server.serve(async (_request, response) => response.end("served"));
    const hidden = "GET /hidden HTTP/1.1\r\nHost: a";
    const response = await sendRaw(server.port, [
      "POST / HTTP/1.1",
      "Host: a",
      "Transfer-Encoding: identity",
      "Transfer-Encoding: chunked",
      "",
      "0",
      "",
      hidden,
    ]);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).not.toContain("served");
    await server.close();
  });

  it("keeps idle connections for longer than proxies do", async () => {
    const server = await openHttpServer({ port: 0, host: "127.0.0.1", maxConnections: 10 });
    server.serve(async (_request, response) => response.end("served"));
    const { headers } = await fetch(`http://127.0.0.1:${server.port}/`);
    const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
    // nginx and AWS load balancers close theirs after 60 s.
    expect(Number(seconds)).toBeGreaterThan(60);
    await server.close();
  });

  it("closes connections beyond the limit", async () => {
    const server = await openHttpServer({ port: 0, host: "127.0.0.1", maxConnections: 2 });
    server.serve(async (_request, response) => response.end("served"));
    const open = [0, 1].map(() => connect(server.port, "127.0.0.1"));
    await Promise.all(open.map((socket) => once(socket, "connect")));
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow("fetch failed");
    for (const socket of open) socket.destroy();
    await expect
      .poll(
        async () =>
          await fetch(`http://127.0.0.1:${server.port}/`).then((response) => response.text(), String),
      )
      .toBe("served");
    await server.close();
  });

  it.each([
    ["nowhere.invalid", "address_unavailable", /HOST does not resolve/],
    ["192.0.2.1", "address_unavailable", /no such address/],
  ])("reports that it cannot listen on %s", async (host, code, message) => {
    await expect(openHttpServer({ port: 0, host, maxConnections: 10 })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});
