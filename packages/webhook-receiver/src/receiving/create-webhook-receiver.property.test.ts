import {
  assert,
  asyncProperty,
  constantFrom,
  jsonValue,
  oneof,
  record,
  string,
  uint8Array,
} from "fast-check";
import { sign } from "@plugboard/webhook-signer";
import { expect, it } from "vitest";
import { setUpReceiver } from "./receiver-setup.fixture.ts";
import { secret } from "../../test/sample-events.fixture.ts";

const url = "https://receiver.test/webhooks";
const anyType = constantFrom("page_feedback", "site_view", "toString", "*", "__proto__");
const almostAnEvent = record({
  eventId: jsonValue(),
  type: anyType,
  installationId: string(),
  feedback: jsonValue(),
});
const anyBody = oneof(
  uint8Array(),
  jsonValue().map((value) => JSON.stringify(value)),
  almostAnEvent.map((value) => JSON.stringify(value)),
);

it("responds to any unsigned body with 401 and never runs a handler", async () => {
  const { receiver, handled } = setUpReceiver();
  await assert(
    asyncProperty(anyBody, string({ unit: "grapheme-ascii" }), async (body, header) => {
      const headers = { "x-service-signature": header };
      const response = await receiver.fetch(new Request(url, { method: "POST", headers, body }));
      expect(response.status).toBe(401);
    }),
  );
  expect(handled).not.toHaveBeenCalled();
});

it("responds to any signed body with 200 or 400, never with an internal error", async () => {
  const { receiver } = setUpReceiver();
  await assert(
    asyncProperty(anyBody, async (body) => {
      const headers = { "x-service-signature": await sign({ secret, body }) };
      const response = await receiver.fetch(new Request(url, { method: "POST", headers, body }));
      expect([200, 400]).toContain(response.status);
    }),
    { numRuns: 500 },
  );
});
