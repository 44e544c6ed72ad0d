import { describe, expect, it } from "vitest";
import { sign } from "@plugboard/webhook-signer";
import type { Integration } from "./create-integration.ts";
import { encodeEnvelope } from "../envelope.ts";
import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { allowUnsignedRequests } from "./integration-definition.ts";
import { exampleEnv } from "../../test/fixtures/call.fixture.ts";
import { contentUpdated, createProductIntegration } from "../../test/fixtures/example-events.fixture.ts";
import { exampleSecret, signedRequest } from "../../test/fixtures/signed-request.fixture.ts";

describe("signature verification", () => {
  const calls: string[] = [];
  const integration: Integration = createProductIntegration({
    events: { space_content_updated: () => calls.push("handled") },
  });
  const envelope = encodeEnvelope({ event: contentUpdated, environment: exampleEnvironment });
  const signedAt = async (timestamp: number) => {
    const request = await signedRequest(envelope.contentType, envelope.body);
    request.headers.set(
      "x-service-signature",
      await sign({ secret: exampleSecret, body: envelope.body, timestamp }),
    );
    return request;
  };
  const tampered = async () => {
    const { headers } = await signedRequest(envelope.contentType, envelope.body);
    const body = envelope.body.slice();
    body[200] = (body[200] ?? 0) ^ 1;
    return new Request("https://integration.example/v1", { method: "POST", headers, body });
  };
  const unsigned = async () => {
    const request = await signedRequest(envelope.contentType, envelope.body);
    request.headers.delete("x-service-signature");
    return request;
  };
  const now = 1_700_000_000;
  const host = { now: () => now * 1000 };

  it.each([
    ["no signature", unsigned, exampleEnv, "Missing or repeated x-service-signature header"],
    [
      "another secret",
      () => signedRequest(envelope.contentType, envelope.body, "whsec_other"),
      exampleEnv,
      "PLUGBOARD_SIGNING_SECRET: No signature matches",
    ],
    ["a changed body", tampered, exampleEnv, "changed body"],
    ["an old signature", () => signedAt(now), exampleEnv, "s ago"],
    [
      "no configured secret",
      () => signedRequest(envelope.contentType, envelope.body),
      {},
      "missing or wrong secret",
    ],
    [
      "an empty secret",
      () => signedRequest(envelope.contentType, envelope.body),
      { PLUGBOARD_SIGNING_SECRET: " , " },
      "missing or wrong secret",
    ],
  ])("%s returns a 401 with the reason, and no handler runs", async (_what, make, environment, why) => {
    calls.length = 0;
    const response = await integration.fetch(await make(), environment);
    expect([response.status, calls]).toEqual([401, []]);
    expect(await response.json()).toEqual({ error: expect.stringContaining(why) });
  });

  it.each([
    [-301, 401],
    [-300, 200],
    [300, 200],
    [301, 401],
  ])("a signature %i s from now gets %i", async (distance, status) => {
    const response = await integration.fetch(await signedAt(now + distance), exampleEnv, host);
    expect(response.status).toBe(status);
  });

  it("the tolerance is configurable", async () => {
    const strict = createProductIntegration({
      events: { space_content_updated: () => undefined },
      toleranceSeconds: 10,
    });
    expect((await strict.fetch(await signedAt(now - 11), exampleEnv, host)).status).toBe(401);
    expect((await strict.fetch(await signedAt(now - 10), exampleEnv, host)).status).toBe(200);
  });

  it.each([
    ["the old one", exampleSecret],
    ["the new one", "whsec_new"],
    ["both", [exampleSecret, "whsec_new"]],
  ])("during a rotation, a signature with %s verifies", async (_which, secret) => {
    const request = await signedRequest(envelope.contentType, envelope.body, secret);
    const rotating = { PLUGBOARD_SIGNING_SECRET: `whsec_new, ${exampleSecret}` };
    expect((await integration.fetch(request, rotating)).status).toBe(200);
  });

  it("the definition can allow unsigned requests", async () => {
    const open = createProductIntegration({
      events: { space_content_updated: () => undefined },
      [allowUnsignedRequests]: true,
    });
    expect((await open.fetch(await unsigned())).status).toBe(200);
  });
});
