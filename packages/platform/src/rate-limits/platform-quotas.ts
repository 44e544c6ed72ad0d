import type { RateLimitPolicy } from "./rate-limiter.ts";

/** Quotas of callers. An integration's quota covers all its installations. */
export interface PlatformQuotas {
  /** Requests of each API key, person and integration. */
  readonly requests: RateLimitPolicy;
  /** Requests of all API keys of an organization together, unless it has its own quota. */
  readonly organizationRequests: RateLimitPolicy;
  /** Queued tasks. */
  readonly tasks: RateLimitPolicy;
  /** Bytes of the tasks as JSON. */
  readonly taskBytes: RateLimitPolicy;
  /** Test events sent to webhook endpoints. */
  readonly testEvents: RateLimitPolicy;
}

/**
 * 6000 requests a minute for each caller, and 12,000 for an organization; 600 tasks a minute, 64 MiB of tasks
 * an hour, and 60 test events a minute.
 */
export const defaultQuotas: PlatformQuotas = {
  requests: { name: "requests", quota: 6000, windowSeconds: 60 },
  organizationRequests: { name: "organization-requests", quota: 12_000, windowSeconds: 60 },
  tasks: { name: "tasks", quota: 600, windowSeconds: 60 },
  taskBytes: { name: "task-bytes", quota: 64 * 1024 * 1024, windowSeconds: 3600, unit: "content-bytes" },
  testEvents: { name: "test-events", quota: 60, windowSeconds: 60 },
};
