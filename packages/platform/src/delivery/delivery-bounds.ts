import type { InFlightBound } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { onWholePlatform } from "../database/organization-scope.ts";

/** How many deliveries organizations may have in flight, as they were read last. */
export interface DeliveryBounds {
  readonly boundOf: (installationId: string) => InFlightBound | undefined;
  readonly read: () => Promise<void>;
}

/** Creates bounds that have not been read. Until then nobody has more than one delivery of an installation in flight. */
export function createDeliveryBounds({ db }: Pick<PlatformContext, "db">): DeliveryBounds {
  let bounds: ReadonlyMap<string, InFlightBound> | undefined;
  return {
    boundOf: (installationId) =>
      bounds === undefined ? { sharedBy: installationId, maxInFlight: 1 } : bounds.get(installationId),
    read: async () => {
      const rows = await onWholePlatform("deliveryBounds", () =>
        db
          .selectFrom("organization_limits")
          .innerJoin("installations", "installations.organization_id", "organization_limits.organization_id")
          .select(["installations.id", "installations.organization_id as sharedBy", "value as maxInFlight"])
          .where("organization_limits.name", "=", "maxDeliveriesInFlight")
          .execute(),
      );
      bounds = new Map(rows.map(({ id, ...bound }) => [id, bound]));
    },
  };
}
