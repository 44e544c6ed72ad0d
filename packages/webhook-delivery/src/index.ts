export {
  admitAttempt,
  closedCircuit,
  defaultCircuitPolicy,
  recordAttempt,
  type Circuit,
  type CircuitAdmission,
  type CircuitPolicy,
} from "./policy/circuit-breaker.ts";
export { classifyAttempt, type AttemptClass } from "./policy/classify-attempt.ts";
export { decideOutcome, type Outcome, type OutcomeQuestion } from "./policy/decide-outcome.ts";
export {
  fullTokenBucket,
  takeToken,
  type RateLimit,
  type TokenBucket,
  type TokenGrant,
} from "./policy/rate-limit.ts";
export { defaultRetryPolicy, longRetryPolicy, retryDelay, type RetryPolicy } from "./policy/retry-policy.ts";
export type { AttemptErrorCode, AttemptResult, AttemptTimings } from "./sender/attempt-result.ts";
