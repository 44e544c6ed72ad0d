import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { publicEndpointOf, resourceEndpointOf } from "../common/platform-urls.ts";
import { emitEvent } from "../events/append-event.ts";
import { createTenant, type Tenant, rejectingWebhooks } from "../fixtures/create-tenant.fixture.ts";
import { setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createPublicEndpoints } from "./create-public-endpoints.ts";

// The test moves the installation to the foreign site in the database, which the platform never does.
describe.each(databaseKinds)("an installation in the site of another organization, on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: rejectingWebhooks });
  let acme: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    acme = await createTenant(api);
    other = await createTenant(api);
    await api
      .storage()
      .db.updateTable("resource_installations")
      .set({ resource_id: acme.ids.siteId })
      .where("installation_id", "=", other.ids.installationId)
      .where("resource_kind", "=", "site")
      .execute();
  });

  const watchDispatches = () => {
    const dispatch = vi.spyOn(api.context().runner, "dispatch");
    onTestFinished(() => dispatch.mockRestore());
    return dispatch;
  };

  it("is called at its other public endpoints, but not at the one for the foreign site", async () => {
    const dispatch = watchDispatches();
    const { fetch } = createPublicEndpoints(api.platform(), { onError: () => {} });
    const { installationId } = other.ids;
    const at = async (endpoint: string) => (await fetch(new Request(`${endpoint}/hook`))).status;
    const location = { installationId, kind: "site", resourceId: acme.ids.siteId } as const;
    expect(await at(resourceEndpointOf(testUrls, location, { site: { plural: "sites" } }))).toBe(404);
    expect(dispatch).not.toHaveBeenCalled();
    expect(await at(publicEndpointOf(testUrls, installationId))).toBe(200);
    expect(dispatch).toHaveBeenCalledOnce();
  });

  it("receives its own events, and can't be addressed by events of the foreign site", async () => {
    const dispatch = watchDispatches();
    const { installationId, siteId } = other.ids;
    const visitor = { anonymousId: "nobody", userAgent: "", ip: "192.0.2.1", cookies: {} };
    const emit = async (id: string) => {
      const fields = { siteId: id, visitor, url: "", referrer: "" };
      await emitEvent(api.platform(), {
        type: "site_view",
        fields,
        resource: { kind: "site", id },
        installationId,
      });
      await api.platform().runDue();
      await api.platform().runDue();
    };
    await expect(emit(acme.ids.siteId)).rejects.toMatchObject({ code: "not_found" });
    expect(dispatch).not.toHaveBeenCalled();
    await emit(siteId);
    expect(dispatch).toHaveBeenCalledOnce();
  });
});
