import {
  createWebhookEndpoint,
  getDelivery,
  getDeliveryBody,
  getWebhookEndpoint,
  getWebhookEndpointSecrets,
  installIntegration,
  listDeliveryAttempts,
  listIntegrationLogs,
  publishIntegration,
  sendTestEvent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import { startHttp } from "@plugboard/test-http";
import { verify } from "@plugboard/webhook-signer";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { testManifest } from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";
import { bundleScript } from "../../src/fixtures/bundle-script.fixture.ts";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const withId = z.looseObject({ id: z.string() });
const list = z.object({ items: z.array(z.unknown()) });
const accepted = z.object({ eventId: z.string(), deliveryId: z.string() });

/** Transforms most payloads, and makes every mistake that a handler can make. */
const transformer = `
  import { createIntegration } from "@plugboard/runtime";
  export default createIntegration({
    fetch_webhook_payload: async ({ endpointId, payload }) => {
      if (payload.make === "nothing") throw new Error("not today");
      if (payload.make === "status") return new Response(null, { status: 204 });
      if (payload.make === "text") return new Response("hello");
      if (payload.make === "much") return Response.json("x".repeat(300_000));
      if (payload.make === "late") await new Promise((resolve) => setTimeout(resolve, 60_000));
      return Response.json({ text: "Saved: " + payload.title, endpointId }, { headers: { "x-kind": "chat", "set-cookie": "a=1" } });
    },
  });`;

describe("a webhook endpoint with transform", () => {
  const { call, succeed, seeded } = setUpServer();
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  let receiver: Awaited<ReturnType<typeof startHttp>> | undefined;
  beforeAll(async () => {
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received.push({ headers: request.headers, body: await text(request) });
      response.end();
    };
    receiver = await startHttp((request, response) => void take(request, response));
  });
  afterAll(() => receiver?.close());

  const publish = async (name: string, code: string) => {
    const manifest = testManifest(name, "acme", "scopes: [space:content:read]");
    const body = { manifest, bundle: await bundleScript(code) };
    return await succeed(publishIntegration, { params: { integration: name }, body });
  };
  const install = async (name: string, code: string): Promise<string> => {
    await publish(name, code);
    const params = { integration: name };
    const body = { organization: seeded().organization };
    return withId.parse(await succeed(installIntegration, { params, body })).id;
  };
  const endpointBody = (more: object = {}) => ({
    url: `${receiver?.url}/hook`,
    eventTypes: ["space_content_updated"],
    timeoutMilliseconds: 2000,
    transform: true,
    ...more,
  });
  const addEndpoint = async (installationId: string, more: object = {}) => {
    const params = { installationId };
    const body = endpointBody({ headers: { "x-own": "1" }, ...more });
    const { id: endpointId } = withId.parse(await succeed(createWebhookEndpoint, { params, body }));
    return { installationId, endpointId };
  };
  /** Sends a test event and returns its delivery after the first attempt. */
  const send = async (params: { installationId: string; endpointId: string }, sent: object) => {
    const made = await succeed(sendTestEvent, { params, body: { payload: sent } });
    const { deliveryId, eventId } = accepted.parse(made);
    const path = { installationId: params.installationId, deliveryId };
    const attempts = await waitFor("an attempt", async () => {
      const { items } = list.parse(await succeed(listDeliveryAttempts, { params: path }));
      return items.length > 0 ? items : undefined;
    });
    const delivery = Object(await succeed(getDelivery, { params: path }));
    const { body } = z.object({ body: z.string() }).parse(await succeed(getDeliveryBody, { params: path }));
    return { eventId, delivery, attempts, payload: JSON.parse(body) as unknown };
  };

  it("sends the transformed payload, signed, and names the integration in the delivery", async () => {
    const installationId = await install("chat", transformer);
    const params = await addEndpoint(installationId);
    expect(await succeed(getWebhookEndpoint, { params })).toMatchObject({ transform: true });
    const { eventId, attempts, payload } = await send(params, { title: "Welcome" });
    expect(attempts).toMatchObject([{ responseStatus: 200, transformedBy: "chat@1" }]);
    // The stored event is unchanged.
    expect(payload).toMatchObject({ title: "Welcome", eventId });
    const { headers, body } = received.at(-1) ?? { headers: {}, body: "" };
    expect(JSON.parse(body)).toEqual({ text: "Saved: Welcome", endpointId: params.endpointId });
    expect(headers).toMatchObject({ "x-kind": "chat", "x-own": "1", "webhook-id": eventId });
    expect(headers).not.toHaveProperty("set-cookie");
    const { secrets } = z
      .object({ secrets: z.array(z.looseObject({ secret: z.string() })) })
      .parse(await succeed(getWebhookEndpointSecrets, { params }));
    const header = String(headers["x-service-signature"]);
    const secret = secrets.map((each) => each.secret);
    expect(await verify({ secret, header, body })).toMatchObject({ timestamp: expect.any(Number) });

    await succeed(updateWebhookEndpoint, { params, body: { transform: false } });
    expect(await succeed(getWebhookEndpoint, { params })).not.toHaveProperty("transform");
    expect((await send(params, { title: "Plain" })).attempts[0]).not.toHaveProperty("transformedBy");
    expect(JSON.parse(received.at(-1)?.body ?? "")).toMatchObject({ title: "Plain" });
  });

  it.each([
    ["nothing", /chat-nothing@1 returned no payload: it responded with status 500/],
    ["status", /responded with status 204/],
    ["text", /its response is not JSON/],
    ["much", /more than 262144 bytes/],
    ["late", /2000 ms/],
  ])("fails the attempt with the reason and sends nothing if the script returns %s", async (make, reason) => {
    const params = await addEndpoint(await install(`chat-${make}`, transformer));
    const before = received.length;
    const { delivery, attempts } = await send(params, { make });
    expect(delivery).toMatchObject({ status: "scheduled", errorCode: "transformation_failed" });
    expect(attempts).toMatchObject([
      { errorCode: "transformation_failed", error: expect.stringMatching(reason) },
    ]);
    expect(received.length).toBe(before);
    await waitFor("a line of the log", async () => {
      const logs = await succeed(listIntegrationLogs, { params: { integration: `chat-${make}` } });
      return JSON.stringify(logs).includes("fetch_webhook_payload") ? true : undefined;
    });
  });

  it("is rejected for an integration without transformations, and fails once a version has none", async () => {
    const silent = `
      import { createIntegration } from "@plugboard/runtime";
      export default createIntegration({ events: {} });`;
    const installationId = await install("silent", silent);
    const params = { installationId };
    expect(await call(createWebhookEndpoint, { params, body: endpointBody() })).toMatchObject({
      status: 400,
      body: { problems: [{ path: "transform", message: expect.stringContaining("fetch_webhook_payload") }] },
    });
    const own = await addEndpoint(installationId, { transform: false });
    expect(await call(updateWebhookEndpoint, { params: own, body: { transform: true } })).toMatchObject({
      status: 400,
    });
    const changed = await addEndpoint(await install("changed", transformer));
    const polling = { eventTypes: ["space_content_updated"], polling: true, transform: true };
    expect(
      await call(createWebhookEndpoint, {
        params: { installationId: changed.installationId },
        body: polling,
      }),
    ).toMatchObject({ status: 400, body: { problems: [{ path: "transform" }] } });
    await publish("changed", silent);
    expect((await send(changed, { title: "Late" })).attempts).toMatchObject([
      { error: "changed@2 does not handle fetch_webhook_payload." },
    ]);
  });
});
