import { parseManifest } from "@plugboard/manifest";
import { describe, expect, it } from "vitest";
import { endpointAccess } from "./endpoint-access.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";

const button = "type: button, title: T, description: D., button_text: Go";
const manifest = parseManifest(
  testManifest(
    "chat",
    "acme",
    `scopes: []
configurations:
  account:
    properties:
      connection: { ${button}, callback_url: /oauth }
      channel: { type: string, title: T, description: D., completion_url: "/channels?all=1" }
      both: { type: string, title: T, description: D., completion_url: /start }
      plain: { type: string, title: T, description: D. }
  site:
    properties:
      connection: { ${button}, callback_url: "/start?level=site" }
  space:
    componentId: settings`,
  ),
);

describe("endpointAccess", () => {
  it.each([
    ["/oauth", "callback"],
    ["/oauth?code=1&state=2", "callback"],
    ["/start", "callback"],
    ["/channels", "completion"],
    ["/channels?query=a", "completion"],
    ["", "public"],
    ["/", "public"],
    ["/hook", "public"],
    ["/oauth/more", "public"],
    ["/oauth2", "public"],
    ["/plain", "public"],
    ["/%", "public"],
  ])("of %s is %s", (path, access) => {
    expect(endpointAccess(manifest, path)).toBe(access);
  });

  it.each(["/oauth/", "//oauth", "/%6Fauth", "/%6fauth%2F", "/OAuth", "/oauth//?x"])(
    "cannot be bypassed by writing it %s",
    (path) => {
      expect(endpointAccess(manifest, path)).toBe("callback");
    },
  );

  it("is public for all paths without settings", () => {
    expect(endpointAccess(parseManifest(testManifest("chat", "acme")), "/oauth")).toBe("public");
  });
});
