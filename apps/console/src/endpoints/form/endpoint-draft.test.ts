import type { WebhookEndpoint } from "@plugboard/api/client";
import { describe, expect, it } from "vitest";
import { checkDraft, draftOf, type EndpointDraft, toCreation, toUpdate } from "./endpoint-draft.ts";
import { readFieldPath } from "./field-values.ts";
import { formatRetryDelays, readRetryDelays } from "./retry-delays.ts";

const whole: WebhookEndpoint = {
  id: "whe_1",
  health: { state: "healthy", requests: 0, failedRequests: 0, waiting: 0 },
  installationId: "ins_1",
  url: "https://hooks.example/in",
  eventTypes: ["space_content_updated"],
  channels: ["project-7", "eu"],
  filter: [
    { field: ["visitor", "a.b"], equals: "5" },
    { field: ["rating"], oneOf: [1, "a, b", null, true] },
    { field: ["spaceId"], exists: false },
  ],
  headers: { "x-api-key": "[redacted]", "x-tenant": "[redacted]" },
  authentication: {
    type: "oauth2",
    tokenUrl: "https://auth.example/token",
    clientId: "plugboard",
    clientSecret: "[redacted]",
    scope: "hooks",
  },
  clientCertificate: { certificate: "PEM", privateKey: "[redacted]" },
  timeoutMilliseconds: 2500,
  rateLimit: { perSecond: 0.5, burst: 3 },
  retryDelaysSeconds: [5, 300, 7200, 90_000],
  signatures: ["standard"],
  verification: "pending",
  status: "enabled",
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
};

const pathsOf = (draft: EndpointDraft, before = draftOf()): readonly string[] =>
  checkDraft(draft, before).map(({ path }) => path);

describe("endpoint drafts", () => {
  const before = draftOf(whole);

  it("leave untouched fields out of an update", () => {
    expect(toUpdate(before, before)).toEqual({});
    expect(checkDraft(before, before)).toEqual([]);
  });

  it("send a destination without empty fields, and never its stored secrets", () => {
    const destination = {
      type: "rabbitmq",
      settings: { username: "acme", exchange: "" },
      secrets: { password: "a" },
    };
    const draft = { ...draftOf(), url: "amqps://broker.example", eventTypes: whole.eventTypes, destination };
    const { authentication } = before;
    expect(pathsOf({ ...draft, authentication })).toEqual([]);
    expect(toCreation({ ...draft, authentication, requiresVerification: true })).toEqual({
      url: "amqps://broker.example",
      eventTypes: whole.eventTypes,
      destination: { type: "rabbitmq", settings: { username: "acme" }, secrets: { password: "a" } },
    });
    const secrets = { password: "[redacted]" };
    const stored = draftOf({ ...whole, authentication: undefined, destination: { ...destination, secrets } });
    expect(toUpdate(stored, stored)).toEqual({});
    const changed = { ...stored, destination: { ...stored.destination, settings: { exchange: "events" } } };
    expect(toUpdate(changed, stored)).toEqual({
      destination: { settings: { exchange: "events" }, secrets: {} },
    });
  });

  it("format conditions and delays so that they parse to the same values", () => {
    expect(before.conditions).toEqual([
      { field: String.raw`visitor.a\.b`, test: "equals", value: '"5"' },
      { field: "rating", test: "oneOf", value: '1, "a, b", null, true' },
      { field: "spaceId", test: "missing", value: "" },
    ]);
    expect(toCreation(before).filter).toEqual(whole.filter);
    expect([before.channels, toCreation(before).channels]).toEqual(["project-7, eu", whole.channels]);
    expect(toUpdate({ ...before, channels: " eu  us,eu, " }, before)).toEqual({ channels: ["eu", "us"] });
    expect(toUpdate({ ...before, channels: " " }, before)).toEqual({ channels: null });
    expect(readFieldPath("a..b.")).toEqual(["a", "b"]);
    expect(before.retryDelays).toBe("5 s, 5 min, 2 h, 25 h");
    expect(readRetryDelays(before.retryDelays)).toEqual(whole.retryDelaysSeconds);
    expect([readRetryDelays("7,2d"), readRetryDelays(""), readRetryDelays("soon, 5 s")]).toEqual([
      [7, 172_800],
      [],
      undefined,
    ]);
    expect(formatRetryDelays([])).toBe("");
  });

  it("send new values, clear removed ones, and keep secrets that were not typed", () => {
    const changed: EndpointDraft = {
      ...before,
      headers: [
        { name: "x-api-key", value: "", isKept: true },
        { name: "X-New", value: "1", isKept: false },
      ],
      conditions: [],
      signatures: "both",
      timeoutSeconds: "",
      perSecond: "",
      burst: "",
      hasOwnRetries: false,
      certificate: { ...before.certificate, isUsed: false },
    };
    expect(toUpdate(changed, before)).toEqual({
      headers: { "x-tenant": null, "X-New": "1" },
      filter: null,
      signatures: null,
      timeoutMilliseconds: null,
      rateLimit: null,
      retryDelaysSeconds: null,
      clientCertificate: null,
    });
    const none = { ...before, authentication: { ...before.authentication, type: "none" as const } };
    expect(toUpdate(none, before)).toEqual({ authentication: null });
  });

  it("create an endpoint from the typed values", () => {
    const draft: EndpointDraft = {
      ...draftOf(),
      url: " https://hooks.example/in ",
      eventTypes: ["page_feedback"],
      location: "site site_1",
      signingKey: "ed25519",
      authentication: { ...before.authentication, type: "basic", username: "ada", password: "s3cret" },
      hasOwnRetries: true,
      requiresVerification: true,
      status: "paused",
    };
    expect(JSON.parse(JSON.stringify(toCreation(draft)))).toEqual({
      url: "https://hooks.example/in",
      eventTypes: ["page_feedback"],
      resource: { kind: "site", id: "site_1" },
      signingKey: "ed25519",
      authentication: { type: "basic", username: "ada", password: "s3cret" },
      retryDelaysSeconds: [],
      requiresVerification: true,
      status: "paused",
    });
  });

  it("leave out delivery settings for a polling endpoint", () => {
    const draft: EndpointDraft = {
      ...before,
      isPolled: true,
      burst: "soon",
      requiresVerification: true,
      transform: true,
      headers: [{ name: "x-kept", value: "1", isKept: false }],
    };
    expect(checkDraft(draft, draftOf())).toEqual([]);
    expect(JSON.parse(JSON.stringify(toCreation(draft)))).toEqual({
      polling: true,
      eventTypes: whole.eventTypes,
      channels: whole.channels,
      filter: whole.filter,
      signatures: ["standard"],
      headers: { "x-kept": "1" },
    });
  });

  it("report a wrong URL together with missing event types, in the order of the form", () => {
    for (const url of ["", "hooks.example", "ftp://hooks.example", "localhost:4545"])
      expect(pathsOf({ ...draftOf(), url })).toEqual(["url", "eventTypes"]);
    expect(pathsOf({ ...draftOf(), url: " https://hooks.example " })).toEqual(["eventTypes"]);
  });

  it("report problems that the server cannot detect", () => {
    const wrong: EndpointDraft = {
      ...before,
      url: "",
      eventTypes: [],
      authentication: { ...before.authentication, scope: "other" },
      certificate: { ...before.certificate, certificate: "PEM 2" },
      burst: "",
      timeoutSeconds: "soon",
      retryDelays: "5 s, never",
      headers: [
        { name: "X-A", value: "1", isKept: false },
        { name: "x-a", value: "2", isKept: false },
        { name: "", value: "", isKept: false },
      ],
      conditions: [{ field: " ", test: "exists", value: "" }],
    };
    expect(pathsOf(wrong, before)).toEqual([
      "url",
      "eventTypes",
      "retryDelaysSeconds",
      "timeoutMilliseconds",
      "rateLimit.burst",
      "authentication.clientSecret",
      "clientCertificate.privateKey",
      "headers",
      "headers",
      "filter.0.field",
    ]);
    expect(pathsOf(draftOf())).toEqual(["url", "eventTypes"]);
  });
});
