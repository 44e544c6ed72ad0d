import { parseManifest } from "@plugboard/manifest";
import { describe, expect, it } from "vitest";
import { decideEdit, nextStatus, type EditDecision, type StatusChange } from "./installation-rules.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";

const manifest = parseManifest(
  testManifest(
    "edits",
    "acme",
    `scopes: []
configurations:
  account:
    properties:
      url: { type: string, title: URL, description: Where to. }
      key: { type: string, title: Key, description: What with. }
      connection: { type: button, title: Connect, description: To., button_text: Connect, callback_url: /oauth }
    required: [url, key]
    internal: [webhook]`,
  ),
);
const decide = (current: EditDecision, edit: Readonly<Record<string, unknown>>, byIntegration = false) =>
  decideEdit(manifest, "organization", current, edit, byIntegration);

describe("decideEdit", () => {
  it("replaces given values and removes null ones", () => {
    const current = { status: "pending", configuration: { url: "a", connection: { token: "t" } } } as const;
    expect(decide(current, { url: "b", connection: null })).toEqual({
      status: "pending",
      configuration: { url: "b" },
    });
  });

  it("rejects a configuration that is too large for an envelope, and names the sizes", () => {
    const current = { status: "active", configuration: { url: "a".repeat(100_000), key: "k" } } as const;
    expect(() => decide(current, { key: "k".repeat(40_000) })).toThrow(
      expect.objectContaining({
        code: "payload_too_large",
        message: expect.stringContaining("has 140019 bytes as JSON. The limit is 131072"),
      }),
    );
    expect(decide(current, { url: "b", key: "k".repeat(100_000) }).status).toBe("active");
  });

  it("drops stored values that the manifest no longer declares, or declares differently", () => {
    const current = { status: "active", configuration: { url: 5, key: "k", gone: true } } as const;
    expect(decide(current, { key: "other" })).toEqual({ status: "active", configuration: { key: "other" } });
  });

  it("accepts newly required settings one by one", () => {
    const active = { status: "active", configuration: {} } as const;
    const first = decide(active, { url: "a" });
    expect(decide(first, { key: "k" })).toEqual({ status: "active", configuration: { url: "a", key: "k" } });
  });

  it("activates a pending installation whose stored values are dropped by the manifest", () => {
    const current = { status: "pending", configuration: { url: "a", gone: true } } as const;
    expect(decide(current, { key: "k" })).toEqual({
      status: "active",
      configuration: { url: "a", key: "k" },
    });
  });

  it.each([{ id: "w2" }, { id: "w1" }, null])(
    "lets only the integration set an internal setting: %j",
    (webhook) => {
      const current = {
        status: "active",
        configuration: { url: "a", key: "k", webhook: { id: "w1" } },
      } as const;
      expect(() => decide(current, { key: "other", webhook })).toThrow(
        expect.objectContaining({
          code: "invalid_configuration",
          problems: [
            {
              path: "configuration.webhook",
              message: "is internal: only the integration can set it",
            },
          ],
        }),
      );
      const expectedValues = { url: "a", key: "other", webhook: { id: "w1" } };
      expect(decide(current, { key: "other" }).configuration).toEqual(expectedValues);
      const { webhook: _, ...others } = expectedValues;
      expect(decide(current, { key: "other", webhook }, true).configuration).toEqual(
        webhook === null ? others : { ...others, webhook },
      );
    },
  );

  it("accepts any value if the manifest has no settings at the level", () => {
    const current = { status: "active", configuration: {} } as const;
    expect(decideEdit(manifest, "site", current, { anything: [1] }, false).configuration).toEqual({
      anything: [1],
    });
  });
});

const complete: StatusChange = { type: "configured", complete: true };
const incomplete: StatusChange = { type: "configured", complete: false };
const pause: StatusChange = { type: "pause" };
const resume: StatusChange = { type: "resume" };

describe("nextStatus", () => {
  it.each([
    ["pending", complete, "active"],
    ["pending", incomplete, "pending"],
    ["pending", pause, undefined],
    ["pending", resume, undefined],
    ["active", complete, "active"],
    ["active", incomplete, "active"],
    ["active", pause, "paused"],
    ["active", resume, undefined],
    ["paused", complete, "paused"],
    ["paused", incomplete, "paused"],
    ["paused", pause, undefined],
    ["paused", resume, "active"],
  ] as const)("moves %s after %j to %s", (status, change, expected) => {
    expect(nextStatus(status, change)).toBe(expected);
  });
});
