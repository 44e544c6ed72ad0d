import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { listSettings } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/runtime";
import { afterEach, describe, expect, it } from "vitest";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

const mebibyte = 1024 * 1024;
const maxBodiesBytes = 16 * mebibyte;

describe("unfinished request bodies", () => {
  const { server, call, publish, install, errors } = setUpServer("SQLite", { maxBodiesBytes });
  const integration = createIntegration({
    fetch: async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
  });
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  const chunk = Buffer.alloc(2 * mebibyte);

  /** Sends two of three mebibytes. Returns a function with the server's response so far. */
  const post = async (path: string): Promise<() => string> => {
    const { port, urls } = server();
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let received = "";
    socket.on("data", (data) => (received += data.toString("latin1")));
    socket.on("error", () => {});
    await once(socket, "connect");
    const host = new URL(urls.public).host;
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${3 * mebibyte}\r\n\r\n`);
    socket.write(chunk);
    return () => received;
  };

  it("stay within their memory limit and leave the API alone", async () => {
    await publish("reads", integration);
    const path = `/integrations/${await install("reads")}/`;
    const before = heldBytes();
    const posts = await Promise.all(Array.from({ length: 60 }, () => post(path)));
    const refused = () => posts.filter((response) => response().startsWith("HTTP/1.1 503"));
    // Four whole bodies fit into the half reserved for public endpoints.
    await expect.poll(() => refused().length, { timeout: 10_000 }).toBeGreaterThan(50);
    expect(refused()[0]?.()).toMatch(/retry-after: 1\r\n[^]*"code":"unavailable"/i);
    await expect.poll(() => heldBytes() - before).toBeLessThan(maxBodiesBytes);
    expect((await call(listSpaces)).status).toBe(200);
    const reported = errors.length;
    expect(reported).toBeGreaterThan(50);
    expect(String(errors[0])).toContain("The server has no room for more request bodies");
    for (const socket of sockets.splice(0)) socket.destroy();
    const url = `${server().urls.public}${path}`;
    const whole = async () => await (await fetch(url, { method: "POST", body: chunk })).text();
    await expect.poll(whole, { timeout: 10_000 }).toBe(String(chunk.byteLength));
    // A client that disconnects during its body is not a server error.
    expect(
      errors
        .slice(reported)
        .map(String)
        .filter((error) => !error.includes("no room for more request bodies")),
    ).toEqual([]);
  });

  it("are limited by a setting that the administrator can see", async () => {
    const { body } = await call(listSettings);
    expect(body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ name: "PLUGBOARD_BODY_MEMORY", value: "128MiB", isSet: false }),
        {
          name: "PLUGBOARD_ADMIN_TOKEN",
          meaning: expect.any(String),
          isSet: true,
          isSecret: true,
          isChangeable: false,
        },
      ]),
    });
    expect((await call(listSettings, { token: null })).status).toBe(401);
  });
});
