import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import { inList } from "../database/in-list.ts";
import { everyOrganization, type ReadScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/**
 * Limits a delivery engine to the current organization scope. Its tables contain installations, not
 * organizations: an endpoint is visible if its installation's row is. Functions that change data take ids
 * that were read through this.
 */
export function scopeDeliveries(
  store: DeliveryStore,
  { db, readScope }: Pick<PlatformContext, "db"> & { readonly readScope: ReadScope },
): DeliveryStore {
  const isEverything = (): boolean => readScope() === everyOrganization;
  const listVisible = async (tenants: readonly string[] | undefined): Promise<readonly string[]> => {
    // Repeats the guard of each row so that an index is used.
    const all = db
      .selectFrom("installations")
      .select("id")
      .where("organization_id", "in", readScope().split(","));
    const query = tenants === undefined ? all : all.where("id", "in", inList(tenants));
    return (await query.execute()).map(({ id }) => id);
  };
  // Also queried for missing endpoints, so that timing does not reveal hidden ones.
  const isVisible = async (tenant: string = ""): Promise<boolean> =>
    isEverything() || (await listVisible([tenant])).length > 0;
  const getEndpoint = async (id: string): Promise<Endpoint | undefined> => {
    const endpoint = await store.getEndpoint(id);
    return (await isVisible(endpoint?.tenant)) ? endpoint : undefined;
  };
  const isOfVisible = async (endpointId: string = ""): Promise<boolean> =>
    isEverything() || (await getEndpoint(endpointId)) !== undefined;
  const narrow = async <
    Query extends { readonly tenant?: string | undefined; readonly tenants?: readonly string[] | undefined },
  >(
    query: Query,
  ): Promise<Query> =>
    isEverything()
      ? query
      : {
          ...query,
          tenant: undefined,
          tenants: await listVisible(query.tenant === undefined ? query.tenants : [query.tenant]),
        };
  return {
    ...store,
    getEndpoint,
    listEndpoints: async (query = {}) => {
      const page = await store.listEndpoints(query);
      if (isEverything()) return page;
      const visible = new Set(await listVisible(page.items.map(({ tenant }) => tenant)));
      return { ...page, items: page.items.filter(({ tenant }) => visible.has(tenant)) };
    },
    getEvent: async (key) => ((await isVisible(key.tenant)) ? await store.getEvent(key) : undefined),
    getDelivery: async (id) => {
      const delivery = await store.getDelivery(id);
      return (await isOfVisible(delivery?.endpointId)) ? delivery : undefined;
    },
    listDeliveries: async (query = {}) => await store.listDeliveries(await narrow(query)),
    countDeliveries: async (query) => await store.countDeliveries(await narrow(query)),
    groupFailures: async (query) => await store.groupFailures(await narrow(query)),
    getRecovery: async (id) => {
      const recovery = await store.getRecovery(id);
      return (await isOfVisible(recovery?.endpointId)) ? recovery : undefined;
    },
    listNotices: async () => {
      const notices = await store.listNotices();
      const visible = await Promise.all(notices.map(async ({ endpointId }) => await isOfVisible(endpointId)));
      return notices.filter((_notice, index) => visible[index]);
    },
  };
}
