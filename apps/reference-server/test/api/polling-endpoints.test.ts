import {
  acknowledgeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  getWebhookEndpointSecrets,
  pollWebhookEndpoint,
  rotateWebhookEndpointPollToken,
  sendTestEvent,
  updateWebhookEndpoint,
  verifyWebhookEndpoint,
} from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { verify } from "@plugboard/webhook-signer";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const pollSchema = z.object({
  items: z.array(
    z.looseObject({ eventId: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  ),
  cursor: z.string().optional(),
});
const tokenSchema = z.object({ token: z.string() });

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("polling endpoints on %s", (kind) => {
  const { server, call, succeed, publish, install } = setUpServer(kind);
  let count = 0;

  async function setUp() {
    count += 1;
    await publish(`polled-${count}`);
    const installationId = await install(`polled-${count}`);
    const made = z.looseObject({ id: z.string() }).parse(
      await succeed(createWebhookEndpoint, {
        params: { installationId },
        body: { polling: true, eventTypes: ["site_view"] },
      }),
    );
    const params = { installationId, endpointId: made.id };
    const { token } = tokenSchema.parse(await succeed(rotateWebhookEndpointPollToken, { params, body: {} }));
    const send = (payload: object) => succeed(sendTestEvent, { params, body: { payload } });
    const poll = async (body: object = {}) =>
      pollSchema.parse(await succeed(pollWebhookEndpoint, { params, body, token }));
    return { made, params, token, send, poll };
  }

  it("return webhook events in order until they are acknowledged", async () => {
    const { made, params, token, send, poll } = await setUp();
    expect(made).toMatchObject({
      polling: true,
      status: "enabled",
      url: `${server().urls.console}${pathOf(pollWebhookEndpoint, { params })}`,
    });
    const waiting = poll({ waitSeconds: 20 });
    await send({ step: 1 });
    expect((await waiting).items).toHaveLength(1);
    await send({ step: 2 });
    const first = await poll({ limit: 1 });
    const rest = await poll({ cursor: first.cursor });
    const items = [...first.items, ...rest.items];
    expect(items.map(({ body }) => JSON.parse(body))).toMatchObject([{ step: 1 }, { step: 2 }]);
    const { secrets } = z
      .object({ secrets: z.array(z.object({ secret: z.string() })) })
      .parse(await succeed(getWebhookEndpointSecrets, { params }));
    const secret = secrets[0]?.secret ?? "";
    for (const { headers, body, eventId } of items) {
      await verify({ secret, header: headers["x-service-signature"], body });
      expect(await verifyStandardWebhook({ secret, headers, body })).toMatchObject({ id: eventId });
    }
    const acknowledge = (cursor = "") =>
      succeed(acknowledgeWebhookEndpoint, { params, body: { cursor }, token });
    expect(await acknowledge(rest.cursor)).toEqual({ count: 2 });
    expect(await acknowledge(rest.cursor)).toEqual({ count: 0 });
    expect((await poll()).items).toEqual([]);
    await succeed(updateWebhookEndpoint, { params, body: { status: "paused" } });
    await send({ step: 3 });
    expect((await poll()).items).toEqual([]);
    await succeed(updateWebhookEndpoint, { params, body: { status: "enabled" } });
    expect((await poll()).items).toHaveLength(1);
  });

  it("authenticate their consumer by its own token, which is valid for nothing else and can be rotated", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const { params, token } = one;
    expect(token).toMatch(new RegExp(`^whpoll_${params.endpointId}_`));
    const pollWith = async (used: string | null, at = params) =>
      (await call(pollWebhookEndpoint, { params: at, body: {}, token: used })).status;
    expect(await pollWith(null)).toBe(401);
    expect(await pollWith(`${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`)).toBe(401);
    expect(await pollWith(token, other.params)).toBe(404);
    const { id: endpointId } = z.looseObject({ id: z.string() }).parse(
      await succeed(createWebhookEndpoint, {
        params: { installationId: params.installationId },
        body: { polling: true, eventTypes: ["site_view"] },
      }),
    );
    expect(await pollWith(token, { ...params, endpointId })).toBe(404);
    expect(await pollWith(token, { ...params, installationId: other.params.installationId })).toBe(404);
    for (const route of [getWebhookEndpoint, getWebhookEndpointSecrets, listSpaces, deleteWebhookEndpoint])
      expect([route.id, (await call(route, { params, token })).status]).toEqual([route.id, 403]);
    const rotate = async (overlapSeconds?: number) =>
      tokenSchema.parse(await succeed(rotateWebhookEndpointPollToken, { params, body: { overlapSeconds } }))
        .token;
    const second = await rotate(3600);
    expect([await pollWith(token), await pollWith(second)]).toEqual([200, 200]);
    const third = await rotate();
    expect([await pollWith(token), await pollWith(second), await pollWith(third)]).toEqual([401, 401, 200]);
    const shown = await succeed(getWebhookEndpoint, { params });
    expect(JSON.stringify(shown)).not.toContain("pollTokens");
    await succeed(deleteWebhookEndpoint, { params });
    expect(await pollWith(third)).toBe(401);
  });

  it("reject webhook options, and other endpoints reject polls", async () => {
    const { params } = await setUp();
    const { installationId } = params;
    const create = (body: object) =>
      call(createWebhookEndpoint, {
        params: { installationId },
        body: { eventTypes: ["site_view"], ...body },
      });
    const url = "https://hooks.example.com/in";
    for (const body of [
      {},
      { polling: true, url },
      { polling: true, requiresVerification: true },
      { polling: true, rateLimit: { perSecond: 1, burst: 1 } },
      { polling: true, retryDelaysSeconds: [1] },
    ])
      expect([body, (await create(body)).status]).toEqual([body, 400]);
    expect(await call(updateWebhookEndpoint, { params, body: { url } })).toMatchObject({
      status: 400,
      body: { code: "invalid_request", detail: expect.stringContaining("polling") },
    });
    expect((await call(verifyWebhookEndpoint, { params, body: {} })).status).toBe(409);
    const pushed = z.looseObject({ id: z.string() }).parse((await create({ url })).body);
    const at = { installationId, endpointId: pushed.id };
    for (const [route, body] of [
      [pollWebhookEndpoint, {}],
      [acknowledgeWebhookEndpoint, { cursor: "1-1" }],
      [rotateWebhookEndpointPollToken, {}],
    ] as const)
      expect([route.id, (await call(route, { params: at, body })).status]).toEqual([route.id, 409]);
    const foreign = await call(pollWebhookEndpoint, { params, body: { cursor: "9-9" } });
    expect(foreign).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});
