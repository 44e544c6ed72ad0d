import type { Environment } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { decodeEnvelope } from "./decode-envelope.ts";
import { encodeEnvelope } from "./encode-envelope.ts";

const environment: Environment = {
  apiEndpoint: "https://docs.example.com/v1",
  apiTokens: { integration: "token" },
  integration: { name: "test", title: "Test", version: 1, urls: { publicEndpoint: "https://example.net" } },
  secrets: {},
};

describe("encodeEnvelope", () => {
  it("accepts a stored event as JSON", () => {
    const event = { type: "installation_deleted", eventId: "evt_1", installationId: "ins_1" };
    const { contentType, body } = encodeEnvelope({ event: JSON.stringify(event), environment });
    expect(decodeEnvelope(body, contentType).event).toEqual(event);
  });

  it("accepts an environment as JSON, to share it between envelopes", () => {
    const event = { type: "installation_deleted", eventId: "evt_1", installationId: "ins_1" };
    const { contentType, body } = encodeEnvelope({ event, environment: JSON.stringify(environment) });
    expect(decodeEnvelope(body, contentType).environment).toEqual(environment);
  });
});
