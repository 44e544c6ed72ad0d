import { once } from "node:events";
import { connect, type Socket } from "node:net";
import {
  createApiKey,
  createWebhookEndpoint,
  getOrganization,
  listChanges,
  pollWebhookEndpoint,
} from "@plugboard/api/routes";
import { createSpace } from "@plugboard/content/routes";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { adminToken, pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const { server, call, succeed, seeded, publish, install } = setUpServer();

// More than the slots of one organization while there are other callers.
const many = 6;

it("requests hold no slot while they wait for a body, deliveries or changes", async () => {
  const { organization: organizationId } = seeded();
  const body = { name: "busy", role: "admin" };
  const key = await succeed(createApiKey, { params: { organizationId }, body });
  const { token } = z.object({ token: z.string() }).parse(key);
  const read = () => call(getOrganization, { params: { organizationId }, token });
  await read();

  const { port } = server();
  for (let each = 0; each < many; each += 1) {
    const socket: Socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    const lines = [
      `POST ${pathOf(createSpace)} HTTP/1.1`,
      `host: ${new URL(server().urls.console).host}`,
      `authorization: Bearer ${token}`,
      "content-type: application/json",
      "content-length: 30000",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n{`);
  }
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = async (path: string, init: RequestInit) =>
    await fetch(`${server().urls.console}${path}`, { ...init, signal: leaving.signal });
  for (let each = 0; each < many; each += 1) {
    const watching = { headers: { ...headers, accept: "text/event-stream" } };
    expect((await send(pathOf(listChanges), watching)).status).toBe(200);
  }
  await publish("polled");
  const params = { installationId: await install("polled"), endpointId: "" };
  const endpoint = { polling: true, eventTypes: ["site_view"] };
  const created = await succeed(createWebhookEndpoint, { params, body: endpoint });
  params.endpointId = z.object({ id: z.string() }).parse(created).id;
  let polled = 0;
  for (let each = 0; each < many; each += 1) {
    const polling = { method: "POST", headers, body: JSON.stringify({ waitSeconds: 20 }) };
    send(pathOf(pollWebhookEndpoint, { params }), polling).then(
      () => (polled += 1),
      () => {},
    );
  }
  // The administrator is another caller.
  expect((await call(getOrganization, { params: { organizationId }, token: adminToken })).status).toBe(200);
  const reads = await Promise.all(Array.from({ length: many }, read));
  expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: many }, () => 200));
  expect(polled).toBe(0);
});
