import { DeliveryError } from "../errors/delivery-error.ts";
import type { Claim, ClaimedDelivery, DeliveryTaker } from "../store/delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";

/** What a store may write as claimed already. */
export interface Hand {
  readonly leaseId: string;
  /** Takes room for one delivery. False when there is none. */
  readonly takeRoom: (tenant: string, endpointId: string) => boolean;
}

/** What was written, and which of it is claimed. */
export interface Written<Result> {
  readonly result: Result;
  readonly deliveries: readonly ClaimedDelivery[];
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** Hands deliveries to workers of this process as they are accepted, so that they need not be claimed. */
export interface HandOver {
  readonly add: (taker: DeliveryTaker) => () => void;
  /** Writes, for a worker that has room; without a hand where none has. */
  write<Result>(work: (hand: Hand | undefined) => Promise<Written<Result>>): Promise<Result>;
}

const nothing: Claim = { deliveries: [], endpoints: new Map(), more: "none" };

/** Creates a hand-over that knows no worker. */
export function createHandOver(): HandOver {
  const takers = new Set<DeliveryTaker>();
  return {
    add(taker) {
      takers.add(taker);
      return () => void takers.delete(taker);
    },
    async write(work) {
      const taker = [...takers].find(({ room }) => room() > 0);
      if (taker === undefined) return (await work(undefined)).result;
      const written = Promise.withResolvers<Awaited<ReturnType<typeof work>>["result"]>();
      const claiming = taker.claim(async (leaseId) => {
        try {
          const { result, deliveries, endpoints } = await work({ leaseId, takeRoom: toRoom(taker) });
          written.resolve(result);
          return { ...nothing, deliveries, endpoints };
        } catch (error) {
          // The call was refused, and nothing written: the lease is as it was.
          if (!(error instanceof DeliveryError) || error.code === "unavailable") throw error;
          written.reject(error);
          return nothing;
        }
      });
      try {
        await claiming;
        return await written.promise;
      } catch (error) {
        // What may have been written comes back with the lease, and is found when it is written again.
        const isLost =
          error instanceof DeliveryError && error.code === "unavailable" && error.cause !== undefined;
        if (!isLost) throw error;
        return (await work(undefined)).result;
      }
    },
  };
}

function toRoom({ room, roomOf }: DeliveryTaker): Hand["takeRoom"] {
  let left = room();
  const leftOf = new Map<string, number>();
  return (tenant, endpointId) => {
    const ofEndpoint = leftOf.get(endpointId) ?? roomOf(tenant, endpointId);
    if (left <= 0 || ofEndpoint <= 0) return false;
    left -= 1;
    leftOf.set(endpointId, ofEndpoint - 1);
    return true;
  };
}
