import {
  createWebhookEndpoint,
  getDelivery,
  getDestinationTypes,
  listDeliveryAttempts,
  sendTestEvent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { startHttp } from "@plugboard/test-http";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const endpointSchema = z.looseObject({
  id: z.string(),
  retryDelaysSeconds: z.array(z.number()).optional(),
});
const deliverySchema = z.looseObject({ status: z.string() });
const acceptedSchema = z.object({ eventId: z.string(), deliveryId: z.string() });
const attemptsSchema = z.object({ items: z.array(z.looseObject({ errorCode: z.string().optional() })) });

describe("settings of delivery", () => {
  const { succeed, publish, install } = setUpServer("SQLite", {
    retryDelaysMilliseconds: [20, 20, 20, 20, 20],
    deliveryTimeoutMilliseconds: 100,
    destinations: ["sqs", "rabbitmq"],
    portalDestinations: ["sqs"],
  });

  async function setUp(name: string, retryDelaysSeconds?: readonly number[]) {
    const hanging = await startHttp(() => {});
    await publish(name);
    const installationId = await install(name);
    const body = { url: hanging.url, eventTypes: ["site_view"], retryDelaysSeconds };
    const made = endpointSchema.parse(
      await succeed(createWebhookEndpoint, { params: { installationId }, body }),
    );
    const endpoint = { installationId, endpointId: made.id };
    return {
      made,
      close: hanging.close,
      change: async (change: object) =>
        endpointSchema.parse(await succeed(updateWebhookEndpoint, { params: endpoint, body: change })),
      send: async () => {
        const accepted = await succeed(sendTestEvent, { params: endpoint, body: {} });
        const params = { installationId, deliveryId: acceptedSchema.parse(accepted).deliveryId };
        return {
          status: async () => deliverySchema.parse(await succeed(getDelivery, { params })).status,
          attempts: async () => attemptsSchema.parse(await succeed(listDeliveryAttempts, { params })).items,
        };
      },
    };
  }

  it("switch destinations off, and offer some in the portal", async () => {
    expect(await succeed(getDestinationTypes)).toMatchObject({
      types: [
        { type: "rabbitmq", inPortal: false },
        { type: "sqs", inPortal: true },
      ],
    });
  });

  it("set the number of attempts and the timeout of a request", async () => {
    const { send, close } = await setUp("delivers");
    const { attempts } = await send();
    await expect.poll(async () => (await attempts()).length).toBe(6);
    expect(new Set((await attempts()).map(({ errorCode }) => errorCode))).toEqual(new Set(["timeout"]));
    await close();
  });

  it("keep an endpoint's own retry schedule until it is removed", async () => {
    const { made, change, send, close } = await setUp("retries", [1]);
    expect(made.retryDelaysSeconds).toEqual([1]);
    const once = await send();
    await expect.poll(once.status).toBe("failed");
    expect(await once.attempts()).toHaveLength(2);
    expect((await change({ eventTypes: ["site_view"] })).retryDelaysSeconds).toEqual([1]);
    expect((await change({ retryDelaysSeconds: [] })).retryDelaysSeconds).toEqual([]);
    const never = await send();
    await expect.poll(never.status).toBe("failed");
    expect(await never.attempts()).toHaveLength(1);
    expect(await change({ retryDelaysSeconds: null })).not.toHaveProperty("retryDelaysSeconds");
    const often = await send();
    await expect.poll(often.status).toBe("failed");
    expect(await often.attempts()).toHaveLength(6);
    await close();
  });
});
