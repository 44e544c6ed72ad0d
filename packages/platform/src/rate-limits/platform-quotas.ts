import type { RateLimitPolicy } from "./rate-limiter.ts";

/** How much callers may ask for; an integration over all its installations. */
export interface PlatformQuotas {
  /** Requests of each API key, person and integration. */
  readonly requests: RateLimitPolicy;
  /** Requests of all API keys of an organization together, unless it has a quota of its own. */
  readonly organizationRequests: RateLimitPolicy;
  /** Tasks it queues. */
  readonly tasks: RateLimitPolicy;
  /** Bytes of the JSON of those tasks. */
  readonly taskBytes: RateLimitPolicy;
  /** Test events it has sent to webhook endpoints. */
  readonly testEvents: RateLimitPolicy;
}

/** 6000 requests a minute of each caller, and 12,000 of an organization; 600 tasks a minute, 64 MiB of them an hour, and 60 test events a minute. */
export const defaultQuotas: PlatformQuotas = {
  requests: { name: "requests", quota: 6000, windowSeconds: 60 },
  organizationRequests: { name: "organization-requests", quota: 12_000, windowSeconds: 60 },
  tasks: { name: "tasks", quota: 600, windowSeconds: 60 },
  taskBytes: { name: "task-bytes", quota: 64 * 1024 * 1024, windowSeconds: 3600, unit: "content-bytes" },
  testEvents: { name: "test-events", quota: 60, windowSeconds: 60 },
};
