import type { InFlightBound } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";

/** The limits on deliveries in flight per organization, as last read. */
export interface DeliveryBounds {
  readonly boundOf: (installationId: string) => InFlightBound | undefined;
  /**
   * Reads the limits, without a statement if no organization has one. Returns whether they changed.
   */
  readonly read: (isBounded: boolean) => Promise<boolean>;
}

/**
 * Creates limits that have not been read yet. Until then each installation can have one delivery in flight.
 */
export function createDeliveryBounds({ db }: Pick<PlatformContext, "db">): DeliveryBounds {
  let bounds: ReadonlyMap<string, InFlightBound> | undefined;
  return {
    boundOf: (installationId) =>
      bounds === undefined ? { sharedBy: installationId, maxInFlight: 1 } : bounds.get(installationId),
    read: async (isBounded) => {
      const rows = !isBounded
        ? []
        : await withoutTenantScope("deliveryBounds", () =>
            db
              .selectFrom("organization_limits")
              .innerJoin(
                "installations",
                "installations.organization_id",
                "organization_limits.organization_id",
              )
              .select([
                "installations.id",
                "installations.organization_id as sharedBy",
                "value as maxInFlight",
              ])
              .where("organization_limits.name", "=", "maxDeliveriesInFlight")
              .orderBy("installations.id")
              .execute(),
          );
      const before = bounds && JSON.stringify([...bounds]);
      bounds = new Map(rows.map(({ id, ...bound }) => [id, bound]));
      return JSON.stringify([...bounds]) !== before;
    },
  };
}
