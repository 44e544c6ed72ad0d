import { describe, expect, it, vi } from "vitest";
import { createWebhookReceiver } from "../index.ts";
import { received, setUpReceiver, signedRequest } from "./receiver-setup.fixture.ts";
import { pageFeedback, secret } from "../../test/sample-events.fixture.ts";

describe("secrets", () => {
  it("verify with any of several", async () => {
    const { respond } = setUpReceiver({ secret: ["next", secret] });
    expect(await respond(await signedRequest())).toEqual(received);
  });

  it("are looked up by installation, address and headers", async () => {
    const lookup = vi.fn<() => Promise<string>>().mockResolvedValue(secret);
    const { respond } = setUpReceiver({ secret: lookup });
    const sent = await signedRequest();
    expect(await respond(sent)).toEqual(received);
    expect(lookup).toHaveBeenCalledWith({ installationId: "inst_1", url: sent.url, headers: sent.headers });
  });

  it("that belong to another installation do not verify", async () => {
    const secrets: Readonly<Record<string, string>> = { inst_1: secret, inst_2: "another" };
    const { respond } = setUpReceiver({ secret: ({ installationId = "" }) => secrets[installationId] });
    expect((await respond(await signedRequest()))[0]).toBe(200);
    expect((await respond(await signedRequest({ ...pageFeedback, installationId: "inst_2" })))[0]).toBe(401);
  });

  it.each([
    ["an unknown installation", JSON.stringify({ installationId: "nobody" })],
    ["a body without an installation", "[]"],
    ["a body that is not JSON", "{"],
  ])("that are unknown get 401: %s", async (_name, body) => {
    const { respond, errors } = setUpReceiver({ secret: () => undefined });
    expect((await respond(await signedRequest(body)))[0]).toBe(401);
    expect(errors).toEqual([expect.objectContaining({ code: "secret_unknown" })]);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("database is down"))],
    ["returns an empty secret", () => ""],
  ])("whose lookup %s return an internal error without details", async (_name, lookup) => {
    const { respond, errors } = setUpReceiver({ secret: lookup });
    expect(await respond(await signedRequest())).toEqual([500, { error: "Internal server error" }]);
    expect(errors).toEqual([expect.objectContaining({ code: "configuration_invalid" })]);
  });

  it.each([[""], [" "], [[]], [[secret, ""]]])("are required: creation fails with %j", (missing) => {
    expect(() => createWebhookReceiver({ secret: missing, events: {} })).toThrow(
      expect.objectContaining({ code: "configuration_invalid" }),
    );
  });
});
