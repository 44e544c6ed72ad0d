import {
  type DeliveryStore,
  type Endpoint,
  matchesEventType,
  type Recovery,
  type RecoverySelection,
} from "@plugboard/webhook-delivery";
import { inList } from "../database/in-list.ts";
import { currentEventTypes, everyOrganization, type ReadScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { listWebhookEvents } from "../product/event-declarations.ts";
import { areVisible, requireVisible } from "../database/visible-event-types.ts";

/** The parts of a query that the scope limits. */
interface ScopedQuery {
  readonly tenant?: string | undefined;
  readonly tenants?: readonly string[] | undefined;
  readonly endpointId?: string | undefined;
  readonly endpointIds?: readonly string[] | undefined;
  readonly eventType?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
}

/**
 * Limits a delivery engine to the current organization scope and its event types. The engine's tables contain
 * installations, not organizations: an endpoint is visible if its installation's row is, and if the scope includes all
 * its event types. Functions that change data take ids that were read through this.
 */
export function scopeDeliveries(
  store: DeliveryStore,
  { db, product, readScope }: Pick<PlatformContext, "db" | "product"> & { readonly readScope: ReadScope },
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
    const isOwn = await isVisible(endpoint?.tenant);
    return isOwn && areVisible(endpoint?.eventTypes ?? []) ? endpoint : undefined;
  };
  const isOfVisible = async (endpointId: string = ""): Promise<boolean> =>
    isEverything() || (await getEndpoint(endpointId)) !== undefined;
  /** Returns the names in the scope and the defined types that its wildcards match. */
  const listEventTypes = async (visible: readonly string[]): Promise<readonly string[]> => {
    const custom = await db
      .selectFrom("custom_event_types")
      .select("type")
      .where("organization_id", "in", readScope().split(","))
      .execute();
    const defined = [...listWebhookEvents(product).map(([type]) => type), ...custom.map(({ type }) => type)];
    return [...new Set([...visible, ...defined.filter((type) => matchesEventType(visible, type))])];
  };
  const listEndpointIds = async (tenants: readonly string[]): Promise<readonly string[]> => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listEndpoints({ tenants, cursor, limit: 1000 });
      ids.push(...page.items.filter(({ eventTypes }) => areVisible(eventTypes)).map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor !== undefined);
    return ids;
  };
  const narrow = async <Query extends ScopedQuery>(query: Query): Promise<Query> => {
    if (isEverything()) return query;
    const tenants = await listVisible(query.tenant === undefined ? query.tenants : [query.tenant]);
    const own = { ...query, tenant: undefined, tenants };
    const visible = currentEventTypes();
    if (visible === undefined) return own;
    requireVisible(query.eventType === undefined ? undefined : [query.eventType]);
    return {
      ...own,
      endpointIds: await listEndpointIds(tenants),
      eventTypes: await listEventTypes(visible),
    };
  };
  const narrowRecovery = async <Selection extends RecoverySelection>(
    selection: Selection,
  ): Promise<Selection> => {
    const visible = currentEventTypes();
    if (visible === undefined) return selection;
    requireVisible(selection.eventTypes);
    return { ...selection, eventTypes: selection.eventTypes ?? (await listEventTypes(visible)) };
  };
  const isVisibleRecovery = ({ eventTypes = [] }: Recovery): boolean => areVisible(eventTypes);
  return {
    ...store,
    getEndpoint,
    listEndpoints: async (query = {}) => {
      const page = await store.listEndpoints(query);
      if (isEverything()) return page;
      const visible = new Set(await listVisible(page.items.map(({ tenant }) => tenant)));
      return {
        ...page,
        items: page.items.filter(({ tenant, eventTypes }) => visible.has(tenant) && areVisible(eventTypes)),
      };
    },
    getEvent: async (key) => {
      const event = (await isVisible(key.tenant)) ? await store.getEvent(key) : undefined;
      return event !== undefined && areVisible([event.type]) ? event : undefined;
    },
    getDelivery: async (id) => {
      const delivery = await store.getDelivery(id);
      const isOwn = await isOfVisible(delivery?.endpointId);
      return isOwn && delivery !== undefined && areVisible([delivery.eventType]) ? delivery : undefined;
    },
    listDeliveries: async (query = {}) => await store.listDeliveries(await narrow(query)),
    countDeliveries: async (query) => await store.countDeliveries(await narrow(query)),
    groupFailures: async (query) => await store.groupFailures(await narrow(query)),
    countRecoverable: async (selection) => await store.countRecoverable(await narrowRecovery(selection)),
    startRecovery: async (input) => await store.startRecovery(await narrowRecovery(input)),
    listRecoveries: async (endpointId) =>
      (await store.listRecoveries(endpointId)).filter((recovery) => isVisibleRecovery(recovery)),
    getRecovery: async (id) => {
      const recovery = await store.getRecovery(id);
      const isOwn = await isOfVisible(recovery?.endpointId);
      return isOwn && recovery !== undefined && isVisibleRecovery(recovery) ? recovery : undefined;
    },
    listNotices: async () => {
      const notices = await store.listNotices();
      const visible = await Promise.all(notices.map(async ({ endpointId }) => await isOfVisible(endpointId)));
      return notices.filter((_notice, index) => visible[index]);
    },
  };
}
