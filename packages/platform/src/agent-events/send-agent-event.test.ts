import type { AttemptResult, ClaimedDelivery, WebhookRequest } from "@plugboard/webhook-delivery";
import { describe, expect, it } from "vitest";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { toMetadata } from "../endpoints/endpoint-metadata.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { createSubscriptionRemoval } from "./remove-subscriptions.ts";
import { createSendAgentEvent } from "./send-agent-event.ts";
import { saveSubscription } from "./subscriptions.ts";

describe.each(["SQLite", "PostgreSQL"] as const)("sending events to agents on %s", (kind) => {
  const platform = setUpPlatform(kind);

  async function subscribe(id: string, organizationId: string, receivesControls: boolean, input: object) {
    const context = platform.context();
    await saveSubscription(context, {
      id,
      organizationId,
      installationId: "ins_1",
      subscriber: { type: "admin", id: "", clientId: "" },
      name: "billing__invoice.paid",
      arguments: {},
      host: "127.0.0.1",
      urlHash: id,
      receivesControls,
      verifiedAt: platform.clock.now,
      createdAt: platform.clock.now,
      expiresAt: platform.clock.now + 1000,
      hasEnded: false,
      ...input,
    });
    return await context.deliveries.createEndpoint({
      id,
      tenant: "ins_1",
      kind: endpointKinds.agent,
      url: "http://127.0.0.1:9/events",
      eventTypes: ["invoice.paid"],
      secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
      metadata: toMetadata({
        subscription: { organizationId, name: "billing__invoice.paid", startPosition: 7 },
        secretTimes: [{ createdAt: platform.clock.now }],
      }),
    });
  }

  async function setUp(receivesControls: boolean, status: number, input: object = {}) {
    const { organizationId } = await platform.createContent();
    const { clock } = platform;
    const context = platform.context();
    const requests: WebhookRequest[] = [];
    const respond = async (request: WebhookRequest): Promise<AttemptResult> => {
      requests.push(request);
      return { startedAt: clock.now, status, requestHeaders: {}, timings: { total: 1 } };
    };
    const id = `sub_${organizationId}`;
    const endpoint = await subscribe(id, organizationId, receivesControls, input);
    const send = createSendAgentEvent(context, { send: respond });
    const deliver = async (data: object) => {
      const event = { eventId: "evt_1", type: "invoice.paid", installationId: "ins_1", data };
      const delivery: ClaimedDelivery = {
        id: "dlv_1",
        eventId: "evt_1",
        eventType: event.type,
        metadata: {},
        body: JSON.stringify(event),
        endpointId: id,
        attempt: 1,
        scheduledAttempt: 1,
        resends: 0,
        createdAt: clock.now,
        dueAt: clock.now,
        fence: 1,
      };
      return await send(delivery, endpoint, { signal: new AbortController().signal });
    };
    const sent = () =>
      requests.map(({ eventId, body }): readonly [string, unknown] => [eventId, JSON.parse(String(body))]);
    return {
      id,
      context,
      deliver,
      sent,
      removal: createSubscriptionRemoval(context, { send: respond }, fail),
    };
  }

  function fail(error: unknown): never {
    throw error;
  }

  const tooLarge = { text: "x".repeat(262_144) };

  it("tells a callback that it skipped an event that is too large", async () => {
    const { deliver, sent } = await setUp(true, 204);
    expect(await deliver(tooLarge)).toMatchObject({ errorCode: "invalid_request" });
    expect(sent()).toEqual([["msg_gap_dlv_1", { type: "gap", cursor: expect.any(String) }]]);
  });

  it("tells it again if the callback didn't accept the message", async () => {
    const { deliver, sent } = await setUp(true, 500);
    expect(await deliver(tooLarge)).toMatchObject({ status: 500 });
    expect(await deliver(tooLarge)).toMatchObject({ status: 500 });
    expect(sent().map(([eventId]) => eventId)).toEqual(["msg_gap_dlv_1", "msg_gap_dlv_1"]);
  });

  it("fails silently for a client that doesn't know the message", async () => {
    const { deliver, sent } = await setUp(false, 204);
    expect(await deliver(tooLarge)).toMatchObject({ errorCode: "invalid_request" });
    expect(sent()).toEqual([]);
  });

  it("sends nothing after the subscription has expired, and deletes its endpoint", async () => {
    const { id, context, deliver, sent, removal } = await setUp(false, 204, {
      expiresAt: platform.clock.now,
    });
    expect(await deliver({})).toMatchObject({ errorCode: "expired" });
    await removal.run();
    expect(sent()).toEqual([]);
    expect(await context.deliveries.getEndpoint(id)).toBeUndefined();
  });

  it("tells 50 callbacks at a time that their subscription has ended, however slow they are", async () => {
    const { organizationId } = await platform.createContent();
    const ended = { expiresAt: platform.clock.now };
    for (let index = 0; index <= 50; index += 1)
      await subscribe(`sub_${organizationId}_${index}`, organizationId, true, ended);
    const waiting: (() => void)[] = [];
    const removal = createSubscriptionRemoval(
      platform.context(),
      {
        send: async () => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return { startedAt: 0, status: 204, requestHeaders: {}, timings: { total: 1 } };
        },
      },
      fail,
    );
    const removed = removal.run();
    await expect.poll(() => waiting.length).toBe(50);
    waiting[0]?.();
    // The others are still waiting for a response.
    expect(await removed).toBe(51);
    expect(waiting).toHaveLength(51);
    for (const respond of waiting) respond();
    await removal.settled();
  });
});
