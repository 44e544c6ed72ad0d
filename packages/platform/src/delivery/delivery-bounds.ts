import type { PlatformContext } from "../database/platform-context.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";

/** The limits on deliveries in flight per organization, as last read. */
export interface DeliveryBounds {
  readonly boundOf: (organizationId: string) => number | undefined;
  /**
   * Reads the limits, without a statement if no organization has one. Returns whether they changed.
   */
  readonly read: (isBounded: boolean) => Promise<boolean>;
}

/**
 * Creates limits that have not been read yet. Until then each organization can have one delivery in flight.
 */
export function createDeliveryBounds({ db }: Pick<PlatformContext, "db">): DeliveryBounds {
  let bounds: ReadonlyMap<string, number> | undefined;
  return {
    boundOf: (organizationId) => (bounds === undefined ? 1 : bounds.get(organizationId)),
    read: async (isBounded) => {
      const rows = !isBounded
        ? []
        : await withoutTenantScope("deliveryBounds", () =>
            db
              .selectFrom("organization_limits")
              .select(["organization_id", "value"])
              .where("name", "=", "maxDeliveriesInFlight")
              .orderBy("organization_id")
              .execute(),
          );
      const before = bounds && JSON.stringify([...bounds]);
      bounds = new Map(rows.map((row) => [row.organization_id, row.value]));
      return JSON.stringify([...bounds]) !== before;
    },
  };
}
