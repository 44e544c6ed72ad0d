import type { DeliveryQueue } from "../store/delivery-queue.ts";

/** The lease a worker claims under. */
export interface LeaseKeeper {
  /** Renews the lease, or opens another one when it was taken over. */
  keep(): Promise<void>;
  /** The lease's id; opens one when there is none. */
  current(): Promise<string>;
  /** Gives back what is still claimed. */
  end(): Promise<void>;
}

/** Creates a lease keeper that holds no lease yet. */
export function createLeaseKeeper(
  store: Pick<DeliveryQueue, "openLease" | "renewLease" | "closeLease">,
  leaseMilliseconds: number,
): LeaseKeeper {
  let leaseId: string | undefined;
  return {
    async keep() {
      if (leaseId === undefined) return;
      const renewed = await store.renewLease(leaseId, leaseMilliseconds);
      if (!renewed) leaseId = undefined;
    },
    async current() {
      leaseId ??= await store.openLease(leaseMilliseconds);
      return leaseId;
    },
    async end() {
      if (leaseId !== undefined) await store.closeLease(leaseId);
    },
  };
}
