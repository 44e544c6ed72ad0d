import type { ChangedResource } from "@plugboard/api/contract";
import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Contract } from "../product/define-contract.ts";
import type { NotedChange } from "./change-feed.ts";

/** Finds the organizations in which something changed. */
export interface ChangedOrganizations {
  /** Marks the current position: only later events count as new. */
  readonly begin: () => Promise<void>;
  /** Returns the organizations of the events since the last call, and the resources these events concern. */
  readonly ofNewEvents: () => Promise<NotedChange>;
  /** Returns the organizations of these endpoints. */
  readonly ofEndpoints: (endpointIds: readonly string[]) => Promise<readonly string[]>;
}

const maxKnown = 10_000;
const maxEvents = 1000;

/** Creates the lookup, which caches the organizations of endpoints. */
export function createChangedOrganizations(
  db: PlatformContext["db"],
  deliveries: Pick<DeliveryStore, "getEndpoint">,
  contract: Contract,
): ChangedOrganizations {
  const cache = new Map<string, string>();
  let position = 0;

  async function findEndpoint(endpointId: string): Promise<string | undefined> {
    const before = cache.get(endpointId);
    if (before !== undefined) return before;
    const endpoint = await deliveries.getEndpoint(endpointId);
    const row = await db
      .selectFrom("installations")
      .select("organization_id")
      .where("id", "=", endpoint?.tenant ?? "")
      .executeTakeFirst();
    if (cache.size >= maxKnown) cache.clear();
    if (row !== undefined) cache.set(endpointId, row.organization_id);
    return row?.organization_id;
  }

  return {
    begin: async () => {
      const last = await db
        .selectFrom("events")
        .select("position")
        .orderBy("position", "desc")
        .limit(1)
        .execute();
      position = last[0]?.position ?? 0;
    },
    ofNewEvents: async () => {
      const rows = await db
        .selectFrom("events")
        .select(["position", "organization_id", "type"])
        .where("position", ">", position)
        .orderBy("position", "desc")
        .limit(maxEvents)
        .execute();
      position = rows[0]?.position ?? position;
      const organizations = rows.map(({ organization_id: id }) => id);
      const resources = rows.flatMap(({ type }) => changedByEvent(type, contract));
      return {
        organizations: [...new Set(organizations)],
        resources: [...new Set<ChangedResource>(["deliveries", ...resources])],
      };
    },
    ofEndpoints: async (endpointIds) => {
      const owners = await Promise.all([...new Set(endpointIds)].map(findEndpoint));
      return [...new Set(owners.filter((owner) => owner !== undefined))];
    },
  };
}

// Events are the only notice of most changes made by other processes.
function changedByEvent(type: string, contract: Contract): ChangedResource[] {
  if (/(^|_)installation_/.test(type)) return ["installations"];
  const { [type]: event } = contract.events ?? {};
  return event === undefined || event.changes === false ? [] : ["content"];
}
