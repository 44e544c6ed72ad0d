import { DeliveryError } from "../errors/delivery-error.ts";
import type { Claim, ClaimedDelivery, DeliveryTaker } from "../store/delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";

/** Lets a store write deliveries as already claimed. */
export interface Hand {
  readonly leaseId: string;
  /** Reserves room for one delivery. Returns false if there is none. */
  readonly takeRoom: (fairnessGroup: string, endpointId: string) => boolean;
}

/** The written result and its claimed deliveries. */
export interface Written<Result> {
  readonly result: Result;
  readonly deliveries: readonly ClaimedDelivery[];
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** Hands accepted deliveries directly to workers of this process, which saves a claim. */
export interface HandOver {
  readonly add: (taker: DeliveryTaker) => () => void;
  /** Runs a write for a worker with room; `hand` is `undefined` if there is none. */
  write<Result>(work: (hand: Hand | undefined) => Promise<Written<Result>>): Promise<Result>;
}

const nothing: Claim = { deliveries: [], endpoints: new Map(), more: "none" };

/** Creates a hand-over without workers. */
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
          // The call was rejected without writing, so the lease is unchanged.
          if (!(error instanceof DeliveryError) || error.code === "unavailable") throw error;
          written.reject(error);
          return nothing;
        }
      });
      try {
        await claiming;
        return await written.promise;
      } catch (error) {
        // The deliveries may have been written. They return with the lease, and the repeated write finds
        // them.
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
  return (fairnessGroup, endpointId) => {
    const ofEndpoint = leftOf.get(endpointId) ?? roomOf(fairnessGroup, endpointId);
    if (left <= 0 || ofEndpoint <= 0) return false;
    left -= 1;
    leftOf.set(endpointId, ofEndpoint - 1);
    return true;
  };
}
