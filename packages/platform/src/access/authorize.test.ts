import { describe, expect, it } from "vitest";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { changeStatus, removeInstallation } from "../installations/change-installation.ts";
import type { Principal, TokenPrincipal } from "./principal.ts";
import { requireResource, confirmPrincipal } from "./authorize.ts";
import type { ScopeName } from "@plugboard/api";
import { PlatformError } from "../common/platform-error.ts";

describe.each(databaseKinds)("confirmPrincipal on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const unauthorized = expect.objectContaining({ name: "PlatformError", code: "unauthorized" });

  async function install() {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId, "scopes: [space:content:read, site:views:read]");
    const { id } = await installIntegration(platform.context(), name, organizationId);
    const integration: TokenPrincipal = {
      type: "integration",
      integration: name,
      scopes: ["space:content:read", "space:content:write"],
    };
    const installation: TokenPrincipal = { ...integration, type: "installation", installation: id };
    return { id, integration, installation };
  }

  it("keeps only the token's scopes that are still in the manifest", async () => {
    const { integration, installation } = await install();
    for (const principal of [integration, installation]) {
      expect(await confirmPrincipal(platform.context(), principal)).toEqual({
        ...principal,
        scopes: ["space:content:read"],
      });
    }
  });

  it("rejects a removed installation's token, but not its integration's", async () => {
    const { id, integration, installation } = await install();
    await removeInstallation(platform.context(), { installationId: id, kind: "organization" });
    await expect(confirmPrincipal(platform.context(), installation)).rejects.toEqual(unauthorized);
    await expect(confirmPrincipal(platform.context(), integration)).resolves.toBeDefined();
  });

  it("rejects a paused installation's token until it is resumed", async () => {
    const { id, integration, installation } = await install();
    await changeStatus(platform.context(), id, "pause");
    const forbidden = expect.objectContaining({
      code: "forbidden",
      message: expect.stringMatching(/paused/),
    });
    await expect(confirmPrincipal(platform.context(), installation)).rejects.toEqual(forbidden);
    await expect(confirmPrincipal(platform.context(), integration)).resolves.toBeDefined();
    await changeStatus(platform.context(), id, "resume");
    await expect(confirmPrincipal(platform.context(), installation)).resolves.toBeDefined();
  });

  it("rejects a token whose integration or installation doesn't exist or doesn't match", async () => {
    const [one, other] = [await install(), await install()];
    const tokens: TokenPrincipal[] = [
      { ...one.integration, integration: "nobody" },
      { ...one.installation, installation: "ins_nobody" },
      { ...one.installation, installation: other.id },
    ];
    for (const principal of tokens)
      await expect(confirmPrincipal(platform.context(), principal)).rejects.toEqual(unauthorized);
  });
});

describe.each(databaseKinds)("requireResource on %s", (kind) => {
  const platform = setUpPlatform(kind);

  async function setUp() {
    const content = await platform.createContent();
    const { name } = await platform.publish(content.organizationId);
    const { id } = await installIntegration(platform.context(), name, content.organizationId);
    const scopes: readonly ScopeName[] = ["space:content:read"];
    const integration: Principal = { type: "integration", integration: name, scopes };
    const installation: Principal = { ...integration, type: "installation", installation: id };
    const reads = (principal: Principal, resource: "space" | "site" = "space", scope = scopes[0]) =>
      requireResource(
        platform.context(),
        principal,
        scope ?? "space:content:read",
        resource,
        resource === "space" ? content.spaceId : content.siteId,
      ).then(
        () => true,
        (error: unknown) => {
          if (error instanceof PlatformError && error.code === "forbidden") return false;
          throw error;
        },
      );
    return { ...content, id, integration, installation, reads };
  }

  it("allows an administrator everywhere, and an integration only where it is installed", async () => {
    const { integration, installation, reads } = await setUp();
    expect(await reads({ type: "admin" })).toBe(true);
    expect(await reads(integration)).toBe(false);
    expect(await reads(installation)).toBe(false);
  });

  it("allows an integration in the spaces it is installed in, within its scopes", async () => {
    const { id, spaceId, integration, installation, reads } = await setUp();
    await installIntoResource(platform.context(), id, "space", spaceId);
    expect(await reads(integration)).toBe(true);
    expect(await reads(installation)).toBe(true);
    expect(await reads({ ...installation, installation: "ins_other" })).toBe(false);
    expect(await reads({ ...installation, integration: "other" })).toBe(false);
    expect(await reads({ ...installation, scopes: [] })).toBe(false);
    expect(await reads(installation, "space", "space:content:write")).toBe(false);
    expect(await reads(installation, "site")).toBe(false);
  });

  it("allows an integration to access a site's space through the site", async () => {
    const { id, siteId, installation, reads } = await setUp();
    await installIntoResource(platform.context(), id, "site", siteId);
    expect(await reads(installation, "site")).toBe(true);
    expect(await reads(installation)).toBe(true);
  });

  it("denies access while the installation is paused", async () => {
    const { id, spaceId, integration, installation, reads } = await setUp();
    await installIntoResource(platform.context(), id, "space", spaceId);
    await changeStatus(platform.context(), id, "pause");
    expect([await reads(integration), await reads(installation)]).toEqual([false, false]);
    await changeStatus(platform.context(), id, "resume");
    expect([await reads(integration), await reads(installation)]).toEqual([true, true]);
  });

  it("denies access after the space installation or the installation is removed", async () => {
    const { id, spaceId, siteId, installation, reads } = await setUp();
    await installIntoResource(platform.context(), id, "space", spaceId);
    await removeInstallation(platform.context(), { installationId: id, kind: "space", resourceId: spaceId });
    expect(await reads(installation)).toBe(false);
    await installIntoResource(platform.context(), id, "site", siteId);
    await removeInstallation(platform.context(), { installationId: id, kind: "organization" });
    expect(await reads(installation)).toBe(false);
  });
});
