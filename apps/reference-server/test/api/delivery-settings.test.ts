import { createWebhookEndpoint, listDeliveryAttempts, sendTestEvent } from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { startHttp } from "../../src/fixtures/start-http.fixture.ts";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const endpointSchema = z.looseObject({ id: z.string() });
const acceptedSchema = z.object({ eventId: z.string(), deliveryId: z.string() });
const attemptsSchema = z.object({ items: z.array(z.looseObject({ errorCode: z.string().optional() })) });

describe("settings of delivery", () => {
  const { succeed, publish, install } = setUpServer("SQLite", {
    retryDelaysMilliseconds: [20, 20, 20, 20, 20],
    deliveryDeadlineMilliseconds: 100,
  });

  it("say how often a delivery is tried, and how long one request may take", async () => {
    const hanging = await startHttp(() => {});
    await publish("delivers");
    const installationId = await install("delivers");
    const body = { url: hanging.url, eventTypes: ["site_view"] };
    const endpoint = await succeed(createWebhookEndpoint, { params: { installationId }, body });
    const endpointId = endpointSchema.parse(endpoint).id;
    const accepted = await succeed(sendTestEvent, { params: { installationId, endpointId }, body: {} });
    const params = { installationId, deliveryId: acceptedSchema.parse(accepted).deliveryId };
    const attempts = async () => attemptsSchema.parse(await succeed(listDeliveryAttempts, { params })).items;
    await expect.poll(async () => (await attempts()).length).toBe(6);
    expect(new Set((await attempts()).map(({ errorCode }) => errorCode))).toEqual(new Set(["timeout"]));
    await hanging.close();
  });
});
