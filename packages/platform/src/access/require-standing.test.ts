import { describe, expect, it } from "vitest";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { changeStatus, removeInstallation } from "../installations/update-installation.ts";
import type { Principal } from "./principal.ts";
import { requireStanding } from "./require-standing.ts";

describe.each(databaseKinds)("requireStanding on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const unauthorized = expect.objectContaining({ name: "PlatformError", code: "unauthorized" });

  async function install() {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId, "scopes: [space:content:read, site:views:read]");
    const { id } = await installIntegration(platform.context(), name, organizationId);
    const integration: Principal = {
      type: "integration",
      integration: name,
      scopes: ["space:content:read", "space:content:write"],
    };
    const installation: Principal = { ...integration, type: "installation", installation: id };
    return { id, integration, installation };
  }

  it("lets an administrator pass", async () => {
    expect(await requireStanding(platform.context(), { type: "admin" })).toEqual({ type: "admin" });
  });

  it("keeps of a token's scopes those that the manifest still names", async () => {
    const { integration, installation } = await install();
    for (const principal of [integration, installation]) {
      expect(await requireStanding(platform.context(), principal)).toEqual({
        ...principal,
        scopes: ["space:content:read"],
      });
    }
  });

  it("refuses the token of a removed installation, not that of its integration", async () => {
    const { id, integration, installation } = await install();
    await removeInstallation(platform.context(), { installationId: id, kind: "organization" });
    await expect(requireStanding(platform.context(), installation)).rejects.toEqual(unauthorized);
    await expect(requireStanding(platform.context(), integration)).resolves.toBeDefined();
  });

  it("refuses the token of a paused installation, until it is resumed", async () => {
    const { id, integration, installation } = await install();
    const place = { installationId: id, kind: "organization" } as const;
    await changeStatus(platform.context(), place, { type: "pause" });
    const forbidden = expect.objectContaining({
      code: "forbidden",
      message: expect.stringMatching(/paused/),
    });
    await expect(requireStanding(platform.context(), installation)).rejects.toEqual(forbidden);
    await expect(requireStanding(platform.context(), integration)).resolves.toBeDefined();
    await changeStatus(platform.context(), place, { type: "resume" });
    await expect(requireStanding(platform.context(), installation)).resolves.toBeDefined();
  });

  it("refuses a token whose integration or installation never was, or that mixes two of them", async () => {
    const [one, other] = [await install(), await install()];
    const tokens: Principal[] = [
      { ...one.integration, integration: "nobody" },
      { ...one.installation, installation: "ins_nobody" },
      { ...one.installation, installation: other.id },
    ];
    for (const principal of tokens)
      await expect(requireStanding(platform.context(), principal)).rejects.toEqual(unauthorized);
  });
});
