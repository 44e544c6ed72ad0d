import type { Claim } from "../store/delivery-queue.ts";
import type { Admission } from "./admit-endpoint.ts";

/** Rows a claim makes ready, endpoints it looks at, and deliveries of a disabled endpoint it fails, at most: claims stay short. */
export const maxClaimVisits = 500;

/** So far a clock may be set back, in milliseconds, before what it wrote until then is taken to be from a clock that was ahead. */
export const maxClockCorrection = 1_000;

/** A claim takes nothing more once it has so much in bodies, whatever slots are left. */
export const maxClaimBytes: number = 16 * 1_024 * 1_024;

/** How one endpoint's turn in a claim went. */
export interface Turn {
  readonly admission: Admission;
  /** The most that was to be claimed. */
  readonly share: number;
  readonly claimed: number;
}

/** What else a claim found out. */
export interface ClaimRound {
  readonly turns: readonly Turn[];
  /** Every endpoint with something due had its turn. */
  readonly complete: boolean;
  /** When the first delivery that is not due yet will be, in milliseconds since the epoch. */
  readonly nextDueAt?: number;
}

/** When a worker should claim again. */
export function summarizeClaim({ turns, complete, nextDueAt }: ClaimRound): Pick<Claim, "more" | "nextAt"> {
  const cutShort = turns.some(({ admission, share, claimed }) => claimed === share && share < admission.room);
  const atLimit = turns.some(
    ({ admission, claimed }) => admission.full === true || (claimed > 0 && claimed === admission.room),
  );
  const times = [nextDueAt, ...turns.map(({ admission }) => admission.retryAt)];
  const nextAt = times.reduce<number>((first, time) => Math.min(first, time ?? Infinity), Infinity);
  return {
    more: cutShort || !complete ? "now" : atLimit ? "after-one-ends" : "none",
    ...(nextAt === Infinity ? {} : { nextAt }),
  };
}
