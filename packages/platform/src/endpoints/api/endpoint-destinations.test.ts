import * as routes from "@plugboard/api/routes";
import { startHttp } from "@plugboard/test-http";
import {
  createWebhookSender,
  type Destination,
  type DestinationMessage,
  type DestinationTarget,
} from "@plugboard/webhook-delivery";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";

const published: { readonly message: DestinationMessage; readonly target: DestinationTarget }[] = [];

/** The status of replies. */
let status = 200;

function createDestination(type: string): Destination {
  return {
    type,
    name: "Queue",
    url: { label: "Address", example: "queues://example.com" },
    fields: [
      { name: "topic", label: "Topic", isRequired: true },
      { name: "group", label: "Group", hint: "Defaults to none." },
      { name: "token", label: "Token", isRequired: true, isSecret: true },
    ],
    check: ({ url }) => new URL(url),
    addressOf: (_message, { settings }) => ({ topic: settings["topic"] ?? "" }),
    open: () => ({
      publish: async (message, target) => {
        published.push({ message, target });
        return { status, text: "stored" };
      },
      close: async () => {},
    }),
  };
}

const eventTypes = ["space_content_updated"];
const queue = {
  url: "queues://broker.example",
  eventTypes,
  destination: { type: "queue", settings: { topic: "events" }, secrets: { token: "t0ken" } },
};

afterEach(() => {
  status = 200;
});

describe("an endpoint with a destination", () => {
  const { succeed, call, createContent, publish, platform, clock } = setUpApi("SQLite", {
    webhooks: createWebhookSender({
      allowNetworks: ["127.0.0.0/8"],
      destinations: [createDestination("queue"), createDestination("open")],
    }),
    portalDestinations: ["open"],
  });

  async function setUp() {
    const { organizationId } = await createContent();
    const { name } = await publish(organizationId, "scopes: []");
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { organizationId, installationId: String(installed["id"]) };
    const create = (body: object, caller: Parameters<typeof call>[0] = administrator) =>
      call(caller, routes.createWebhookEndpoint, { params, body });
    return { params, create };
  }

  it("is one of the types that the operator enables, with their fields", async () => {
    const { types } = await succeed(administrator, routes.getDestinationTypes);
    expect(types).toEqual([
      expect.objectContaining({ type: "queue", inPortal: false }),
      {
        type: "open",
        name: "Queue",
        url: { label: "Address", example: "queues://example.com" },
        fields: [
          { name: "topic", label: "Topic", isRequired: true, isSecret: false },
          { name: "group", label: "Group", hint: "Defaults to none.", isRequired: false, isSecret: false },
          { name: "token", label: "Token", isRequired: true, isSecret: true },
        ],
        inPortal: true,
      },
    ]);
  });

  it("receives messages, and its secrets are in no response", async () => {
    const { params, create } = await setUp();
    const { body: endpoint } = await create(queue);
    expect(endpoint).toMatchObject({ ...queue, destination: { secrets: { token: "[redacted]" } } });
    const endpointId = String(Object(endpoint).id);
    const test = await succeed(administrator, routes.sendTestEvent, {
      params: { ...params, endpointId },
      body: {},
    });
    while ((await platform().runDue()) > 0) clock.now += 1000;
    expect(published.at(-1)).toMatchObject({
      message: { eventId: test["eventId"], eventType: "space_content_updated" },
      target: { url: queue.url, ...queue.destination },
    });
    expect(published.at(-1)?.message.resends).toBe(0);
    const delivery = { params: { ...params, deliveryId: String(test["deliveryId"]) } };
    const read = await succeed(administrator, routes.getDelivery, delivery);
    expect(read).toMatchObject({
      status: "delivered",
      responseStatus: 200,
      target: { kind: "endpoint", url: queue.url, destination: "queue" },
    });
    const attempts = await succeed(administrator, routes.listDeliveryAttempts, delivery);
    expect(attempts["items"]).toMatchObject([
      { requestHeaders: { topic: "events", "webhook-signature": "[redacted]" }, responseExcerpt: "stored" },
    ]);
    expect(JSON.stringify([endpoint, read, attempts])).not.toContain("t0ken");
    await succeed(administrator, routes.sendDeliveryAgain, delivery);
    while ((await platform().runDue()) > 0) clock.now += 1000;
    expect(published.at(-1)?.message).toMatchObject({ eventId: test["eventId"], resends: 1 });
  });

  it.each([
    ["destination.type", { ...queue, destination: { ...queue.destination, type: "other" } }],
    ["destination.settings.topic", { ...queue, destination: { ...queue.destination, settings: {} } }],
    ["destination.secrets.token", { ...queue, destination: { ...queue.destination, secrets: {} } }],
    ["url", { ...queue, url: "queues://10.0.0.1" }],
    ["url", { ...queue, destination: undefined }],
    ["requiresVerification", { ...queue, requiresVerification: true }],
    ["authentication", { ...queue, authentication: { type: "basic", username: "ada", password: "pass" } }],
  ])("reports a problem at %s", async (path, body) => {
    const { create } = await setUp();
    expect(await create(body)).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });

  it("keeps its secrets in an update, but not for another host", async () => {
    const { params, create } = await setUp();
    const { body: endpoint } = await create(queue);
    const endpointId = String(Object(endpoint).id);
    const update = (body: object) =>
      call(administrator, routes.updateWebhookEndpoint, { params: { ...params, endpointId }, body });
    const stored = async () => (await platform().deliveries.getEndpoint(endpointId))?.options?.destination;
    const settings = { topic: "others", group: "a" };
    await update({ destination: { settings, secrets: { token: "[redacted]" } } });
    expect(await stored()).toEqual({ type: "queue", settings, secrets: { token: "t0ken" } });
    expect(await update({ url: "queues://other.example" })).toMatchObject({
      status: 400,
      body: { problems: [{ path: "url", message: expect.stringContaining("destination.secrets.token") }] },
    });
    const moved = { url: "queues://other.example", destination: { secrets: { token: "another" } } };
    expect(await update(moved)).toMatchObject({ status: 200, body: { url: moved.url } });
    expect(await stored()).toEqual({ type: "queue", settings, secrets: { token: "another" } });
    expect(await update({ destination: { settings: {} } })).toMatchObject({
      status: 400,
      body: { problems: [{ path: "destination.settings.topic" }] },
    });
    expect(await stored()).toMatchObject({ settings });
  });

  it("can be set up in the portal only if the operator allows its type", async () => {
    const { params, create } = await setUp();
    const owner = person("ada", { [params.organizationId]: "owner" });
    const session = await succeed(owner, routes.createPortalSession, { params, body: {} });
    const portal = String(session["token"]);
    const { body: endpoint } = await create(queue);
    expect(await create(queue, portal)).toMatchObject({ status: 403 });
    const target = { params: { ...params, endpointId: String(Object(endpoint).id) } };
    const moved = { url: "queues://other.example", destination: { secrets: { token: "another" } } };
    expect(await call(portal, routes.updateWebhookEndpoint, { ...target, body: moved })).toMatchObject({
      status: 403,
    });
    const open = { ...queue, destination: { ...queue.destination, type: "open" } };
    expect(await create(open, portal)).toMatchObject({ status: 201 });
    expect(await create({ url: "https://hooks.example", eventTypes }, portal)).toMatchObject({ status: 201 });
  });

  it("is held, fails and is disabled like one with a URL", async () => {
    const { params, create } = await setUp();
    const server = await startHttp((_request, response) => void response.writeHead(status).end("stored"));
    onTestFinished(() => server.close());
    const run = async (): Promise<void> => {
      while ((await platform().runDue()) > 0) clock.now += 1000;
    };

    async function history(body: object): Promise<unknown[]> {
      const { body: created } = await create({ ...body, retryDelaysSeconds: [] });
      const endpointId = String(Object(created).id);
      const target = { params: { ...params, endpointId } };
      const facts: unknown[] = [];
      // Health is counted by the hour.
      clock.now = Math.ceil(clock.now / 86_400_000) * 86_400_000;
      const note = async (deliveryId: unknown): Promise<void> => {
        const read = { params: { ...params, deliveryId: String(deliveryId) } };
        const {
          status: state,
          attempts,
          responseStatus,
        } = await succeed(administrator, routes.getDelivery, read);
        const endpoint = await succeed(administrator, routes.getWebhookEndpoint, target);
        const { state: health } = Object(endpoint["health"]);
        const circuit = (await platform().deliveries.getEndpoint(endpointId))?.circuit.state;
        const { status: own, disabledReason } = endpoint;
        facts.push({ state, attempts, responseStatus, own, disabledReason, health, circuit });
      };
      const send = async (): Promise<unknown> =>
        (await succeed(administrator, routes.sendTestEvent, { ...target, body: {} }))["deliveryId"];
      status = 200;
      await succeed(administrator, routes.pauseWebhookEndpoint, target);
      const held = await send();
      await run();
      await note(held);
      await succeed(administrator, routes.resumeWebhookEndpoint, target);
      await run();
      await note(held);
      status = 503;
      for (let failures = 0; failures < 10; failures += 1) {
        const failing = await send();
        await run();
        clock.now += 60_000;
        await run();
        await note(failing);
      }
      status = 410;
      const gone = await send();
      await succeed(administrator, routes.probeWebhookEndpoint, target);
      await run();
      await note(gone);
      return facts;
    }

    const expected = await history({ url: server.url, eventTypes });
    expect(expected).toMatchObject([
      { health: "paused" },
      { responseStatus: 200, health: "healthy" },
      ...Array.from({ length: 10 }, () => ({})),
      { own: "disabled", health: "disabled" },
    ]);
    expect(new Set(expected.map((fact) => Object(fact).circuit))).toContain("open");
    expect(await history(queue)).toEqual(expected);
  });
});
