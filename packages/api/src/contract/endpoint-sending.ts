import * as z from "zod";
import { limits } from "./limits.ts";

/** How many requests a webhook endpoint takes. */
export interface EndpointRateLimit {
  /** Requests a second, on average. May be a fraction. */
  readonly perSecond: number;
  /** Requests that may start at once after a pause. */
  readonly burst: number;
}

/** A way to sign: `service` is `X-Service-Signature`, `standard` is the three headers of Standard Webhooks. */
export type EndpointSignature = "service" | "standard";

/** How an endpoint's requests are made. */
export interface EndpointSending {
  /** For a whole request, in milliseconds. The platform's own deadline when left out. */
  readonly deadlineMilliseconds?: number | undefined;
  /** Added to each request. Sealed at rest; reads show their names, and `[redacted]` as values. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Both when left out. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
}

/** Changes to {@link EndpointSending}; `null` takes something away. */
export interface EndpointSendingUpdate {
  readonly deadlineMilliseconds?: number | null | undefined;
  /** Headers that are left out, or read `[redacted]`, stay as they are; `null` takes one away. */
  readonly headers?: Readonly<Record<string, string | null>> | null | undefined;
  readonly rateLimit?: EndpointRateLimit | null | undefined;
  readonly signatures?: readonly EndpointSignature[] | null | undefined;
}

/** Takes the place of the values of added headers. */
export const redactedHeader = "[redacted]";

const maxHeaders = 50;
const maxHeaderLength = 4096;
const maxPerSecond = 10_000;
const minDeadlineMilliseconds = 100;
const maxDeadlineMilliseconds = 60_000;

function headerMap<Value>(
  value: z.ZodType<Value, Value>,
): z.ZodType<Record<string, Value>, Record<string, Value>> {
  return z
    .record(z.string().max(limits.identifierLength), value)
    .refine((map) => Object.keys(map).length <= maxHeaders, `must have at most ${maxHeaders} headers`)
    .meta({ maxProperties: maxHeaders });
}

const headerValue = z.string().max(maxHeaderLength);
const deadline = z.int().min(minDeadlineMilliseconds).max(maxDeadlineMilliseconds);
const rateLimit: z.ZodType<EndpointRateLimit, EndpointRateLimit> = z.object({
  perSecond: z.number().positive().max(maxPerSecond),
  burst: z.int().min(1).max(maxPerSecond),
});
const signatures = z
  .array(z.enum(["service", "standard"]))
  .min(1, "must name at least one")
  .max(2);

/** The fields of {@link EndpointSending}, to be spread into an object's schema. */
export const sendingFields = {
  deadlineMilliseconds: deadline.optional(),
  headers: headerMap(headerValue).optional(),
  rateLimit: rateLimit.optional(),
  signatures: signatures.optional(),
};

/** The fields of {@link EndpointSendingUpdate}, to be spread into an object's schema. */
export const sendingUpdateFields = {
  deadlineMilliseconds: deadline.nullish(),
  headers: headerMap(headerValue.nullable()).nullish(),
  rateLimit: rateLimit.nullish(),
  signatures: signatures.nullish(),
};
