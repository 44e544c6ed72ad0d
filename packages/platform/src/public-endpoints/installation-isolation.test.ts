import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { publicEndpointOf, resourceEndpointOf } from "../common/platform-urls.ts";
import { emitEvent } from "../events/append-event.ts";
import { createTenant, type Tenant, unwantedWebhooks } from "../fixtures/create-tenant.fixture.ts";
import { setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createPublicEndpoints } from "./create-public-endpoints.ts";

// Its row says that it is installed there, which isn't compared with the site's organization.
describe.each(databaseKinds)("an installation in the site of another organization, on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: unwantedWebhooks });
  let acme: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    acme = await createTenant(api);
    other = await createTenant(api);
    await api
      .storage()
      .db.updateTable("resource_installations")
      .set({ resource_id: acme.things.siteId })
      .where("installation_id", "=", other.things.installationId)
      .where("resource_kind", "=", "site")
      .execute();
  });

  const watchDispatches = () => {
    const dispatch = vi.spyOn(api.context().runner, "dispatch");
    onTestFinished(() => dispatch.mockRestore());
    return dispatch;
  };

  it("is called at its other public endpoints, but not there", async () => {
    const dispatch = watchDispatches();
    const { fetch } = createPublicEndpoints(api.platform(), { onError: () => {} });
    const { installationId } = other.things;
    const at = async (endpoint: string) => (await fetch(new Request(`${endpoint}/hook`))).status;
    const location = { installationId, kind: "site", resourceId: acme.things.siteId } as const;
    expect(await at(resourceEndpointOf(testUrls, location))).toBe(404);
    expect(dispatch).not.toHaveBeenCalled();
    expect(await at(publicEndpointOf(testUrls, installationId))).toBe(200);
    expect(dispatch).toHaveBeenCalledOnce();
  });

  it("receives its own events, and can't be named for events from there", async () => {
    const dispatch = watchDispatches();
    const { installationId, siteId } = other.things;
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
    await expect(emit(acme.things.siteId)).rejects.toMatchObject({ code: "not_found" });
    expect(dispatch).not.toHaveBeenCalled();
    await emit(siteId);
    expect(dispatch).toHaveBeenCalledOnce();
  });
});
