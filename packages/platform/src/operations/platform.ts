import type { WebhookSender } from "@plugboard/webhook-delivery";
import type { ConnectTickets } from "../access/connect-tickets.ts";
import type { EmbedTokens } from "../access/embed-tokens.ts";
import type { PortalSessions } from "../access/portal-sessions.ts";
import type { ChangeFeed } from "../changes/change-feed.ts";
import type { PeerMessages } from "../changes/peer-messages.ts";
import type { ScopedDatabase } from "../database/storage.ts";
import type { Workers } from "../delivery/workers.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import type { PlatformQuotas } from "../rate-limits/platform-quotas.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import type { UsageMeter } from "../common/usage-meter.ts";
import type { Product } from "./product.ts";

/** The work that a process takes on. */
export interface StartOptions {
  /** Delivers events, runs the product's jobs and removes old data. `false` if only other processes do. Defaults to true. */
  readonly delivers?: boolean | undefined;
}

/**
 * The platform: the first argument of this package's functions, and the background workers. Events are
 * accepted at any time, and delivered while the workers are running.
 */
export interface Platform extends DispatchContext, Workers {
  readonly product?: Product | undefined;
  /** Starts the background work. Has no effect if it was already started. */
  readonly start: (options?: StartOptions) => void;
  readonly db: ScopedDatabase;
  readonly connectTickets: ConnectTickets;
  readonly webhooks: Pick<WebhookSender, "challenge" | "destinations">;
  /** The types of destinations that portal sessions can create. */
  readonly portalDestinations: ReadonlySet<string>;
  /** How long events are kept after fan-out. */
  readonly keepEventsMilliseconds: number;
  readonly portalSessions: PortalSessions;
  readonly embedTokens: EmbedTokens;
  /** Aborted when the platform begins to stop; ends live streams. */
  readonly stopping: AbortSignal;
  /** Ends live streams such as logs, which would keep an HTTP server from closing. */
  readonly endWatches: () => void;
  readonly usage: UsageMeter;
  readonly quotas: PlatformQuotas;
  readonly rateLimiter: RateLimiter;
  /** Notifies about changes. */
  readonly changes: ChangeFeed;
  /** Exchanges messages with the other processes. */
  readonly messages: PeerMessages;
}
