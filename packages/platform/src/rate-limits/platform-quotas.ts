import type { RateLimitPolicy } from "./rate-limiter.ts";

/** How much each integration may ask for, over all its installations. */
export interface PlatformQuotas {
  /** Tasks it queues. */
  readonly tasks: RateLimitPolicy;
  /** Bytes of the JSON of those tasks. */
  readonly taskBytes: RateLimitPolicy;
  /** Test events it has sent to webhook endpoints. */
  readonly testEvents: RateLimitPolicy;
}

/** 600 tasks a minute, 64 MiB of them an hour, and 60 test events a minute. */
export const defaultQuotas: PlatformQuotas = {
  tasks: { name: "tasks", quota: 600, windowSeconds: 60 },
  taskBytes: { name: "task-bytes", quota: 64 * 1024 * 1024, windowSeconds: 3600, unit: "content-bytes" },
  testEvents: { name: "test-events", quota: 60, windowSeconds: 60 },
};
