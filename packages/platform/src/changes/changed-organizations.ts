import type { DeliveryStore } from "@plugboard/webhook-delivery";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** Finds out in which organizations something changed. */
export interface ChangedOrganizations {
  /** Counts events as new from now on. */
  readonly begin: () => Promise<void>;
  /** Those of the events since it was asked last. */
  readonly ofNewEvents: () => Promise<readonly string[]>;
  /** Those whose installations have these endpoints. */
  readonly ofEndpoints: (endpointIds: readonly string[]) => Promise<readonly string[]>;
}

const maxKnown = 10_000;
const maxEvents = 1000;

/** Creates what finds out whose a change is, and remembers whose an endpoint is. */
export function createChangedOrganizations(
  db: PlatformContext["db"],
  deliveries: Pick<DeliveryStore, "getEndpoint">,
): ChangedOrganizations {
  const known = new Map<string, string>();
  let position = 0;

  async function findEndpoint(endpointId: string): Promise<string | undefined> {
    const before = known.get(endpointId);
    if (before !== undefined) return before;
    const endpoint = await deliveries.getEndpoint(endpointId);
    const row = await db
      .selectFrom("installations")
      .select("organization_id")
      .where("id", "=", endpoint?.tenant ?? "")
      .executeTakeFirst();
    if (known.size >= maxKnown) known.clear();
    if (row !== undefined) known.set(endpointId, row.organization_id);
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
        .select(["position", "installation_id", "space_id", "site_id", "organization_id"])
        .where("position", ">", position)
        .orderBy("position", "desc")
        .limit(maxEvents)
        .execute();
      position = rows[0]?.position ?? position;
      const organizationsOf = async (table: "installations" | "spaces" | "sites", ids: (string | null)[]) =>
        await db
          .selectFrom(table)
          .select("organization_id")
          .where("id", "in", inList([...new Set(ids.filter((id) => id !== null))]))
          .execute();
      const owners = await Promise.all([
        organizationsOf(
          "installations",
          rows.map(({ installation_id: id }) => id),
        ),
        organizationsOf(
          "spaces",
          rows.map(({ space_id: id }) => id),
        ),
        organizationsOf(
          "sites",
          rows.map(({ site_id: id }) => id),
        ),
      ]);
      const all = [...rows, ...owners.flat()].map(({ organization_id: id }) => id);
      return [...new Set(all.filter((id) => id !== null))];
    },
    ofEndpoints: async (endpointIds) => {
      const owners = await Promise.all([...new Set(endpointIds)].map(findEndpoint));
      return [...new Set(owners.filter((owner) => owner !== undefined))];
    },
  };
}
