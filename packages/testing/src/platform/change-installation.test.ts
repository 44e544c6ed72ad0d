import type { RuntimeEvent } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "../digest-platform.fixture.ts";

describe("configuration", () => {
  it("is edited as a user does, which tells the integration what it was before", async () => {
    const events: RuntimeEvent[] = [];
    const platform = createDigestPlatform((event) => void events.push(event), { installation: {} });
    await platform.configure({ channel: "random" });
    expect(platform.installation()).toMatchObject({
      status: "active",
      configuration: { channel: "random", limit: 5 },
    });
    expect(events).toMatchObject([
      {
        type: "installation_setup",
        status: "active",
        previous: { status: "pending", configuration: { limit: 5 } },
      },
    ]);
  });

  it("is checked against the manifest", async () => {
    const platform = createDigestPlatform(() => {});
    await expect(platform.configure({ limit: "many" })).rejects.toThrow(
      "configuration.limit: Limit must be a number.",
    );
    await expect(platform.configure({ chanel: "x" })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
    expect(platform.installation().configuration).toEqual({ channel: "general", limit: 5 });
  });

  it("is another one on each level", async () => {
    const platform = createDigestPlatform(() => {});
    await platform.configure({ label: "Docs" }, "site");
    expect(platform.installation("site").configuration).toEqual({ label: "Docs" });
    expect(platform.installation().configuration).toEqual({ channel: "general", limit: 5 });
  });
});
