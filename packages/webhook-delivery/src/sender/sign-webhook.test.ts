import { generateSecret, verify } from "@plugboard/webhook-signer";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { expect, test } from "vitest";
import { checkEndpointOptions } from "../policy/endpoint-options.ts";
import { signDelivery } from "./sign-webhook.ts";

const delivery = { eventId: "evt_1", body: '{"eventId":"evt_1"}' };

test("a polled delivery has the headers of a sent one, and verifies", async () => {
  const secret = generateSecret();
  const endpoint = { id: "e1", secrets: [secret], options: { headers: { "x-tenant": "acme" } } };
  const headers = await signDelivery(delivery, endpoint);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-tenant": "acme",
    "webhook-id": "evt_1",
  });
  await verify({ secret, header: headers["x-service-signature"] ?? "", body: delivery.body });
  await verifyStandardWebhook({ secret, headers: new Headers(headers), body: delivery.body });
});

test("signature headers carry the endpoint's prefix", async () => {
  const secret = generateSecret();
  const headers = await signDelivery(delivery, {
    id: "e1",
    secrets: [secret],
    options: { headerPrefix: "acme" },
  });
  expect(Object.keys(headers).toSorted()).toEqual([
    "acme-id",
    "acme-signature",
    "acme-timestamp",
    "content-type",
    "x-acme-signature",
  ]);
  await verify({ secret, header: headers["x-acme-signature"] ?? "", body: delivery.body });
  const standard = Object.entries(headers).map(([name, value]): [string, string] => [
    name.replace("acme-", "webhook-"),
    value,
  ]);
  await verifyStandardWebhook({ secret, headers: new Headers(standard), body: delivery.body });
});

test.each([
  ["options.headerPrefix", { headerPrefix: "Acme" }],
  ["options.headers", { headerPrefix: "acme", headers: { "Acme-Id": "1" } }],
])("rejects a prefix that could not be sent: %s", (part, options) => {
  expect(() => checkEndpointOptions(options)).toThrow(
    expect.objectContaining({ code: "invalid_endpoint", part }),
  );
});

test("rejects a delivery with the reason if no secret works with the endpoint's signatures", async () => {
  const endpoint = { id: "e1", secrets: ["plain secret"], options: { signatures: ["standard"] as const } };
  await expect(signDelivery(delivery, endpoint)).rejects.toMatchObject({
    code: "invalid_endpoint",
    message: expect.stringContaining("event evt_1 cannot be signed for endpoint e1"),
  });
});
