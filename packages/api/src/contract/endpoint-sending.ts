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

/**
 * How a request shows who sends it, in its `Authorization` header: a user name and a password, or a token that an authorization server
 * gives for client credentials (OAuth 2). Reads show `[redacted]` in place of the password and the client's secret.
 */
export type EndpointAuthentication =
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | {
      readonly type: "oauth2";
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string | undefined;
      readonly audience?: string | undefined;
    };

/** What is shown to an endpoint that asks for a client certificate, in PEM. Reads show `[redacted]` in place of the private key. */
export interface EndpointCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  /** Certificates that the endpoint's own may come from; public ones when left out. */
  readonly authorities?: string | undefined;
}

/** How an endpoint's requests are made. */
export interface EndpointSending {
  /** For a whole request, in milliseconds. The platform's own deadline when left out. */
  readonly deadlineMilliseconds?: number | undefined;
  /** Added to each request. Sealed at rest; reads show their names, and `[redacted]` as values. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Both when left out. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  readonly clientCertificate?: EndpointCertificate | undefined;
}

/** Changes to {@link EndpointSending}; `null` takes something away. */
export interface EndpointSendingUpdate {
  readonly deadlineMilliseconds?: number | null | undefined;
  /** Headers that are left out, or read `[redacted]`, stay as they are; `null` takes one away. */
  readonly headers?: Readonly<Record<string, string | null>> | null | undefined;
  readonly rateLimit?: EndpointRateLimit | null | undefined;
  readonly signatures?: readonly EndpointSignature[] | null | undefined;
  /** All of it anew, with its secret. */
  readonly authentication?: EndpointAuthentication | null | undefined;
  /** All of it anew, with its private key. */
  readonly clientCertificate?: EndpointCertificate | null | undefined;
}

/** Takes the place of the values of added headers, and of secrets. */
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

const maxCredentialLength = 2000;
const maxPemLength = 20_000;
const text = z.string().max(maxCredentialLength);
const pem = z.string().max(maxPemLength);
const isGiven = (value: string): boolean => value !== redactedHeader;
const whatIsAsked = "must be the secret itself";

function authenticationSchema(
  secret: z.ZodType<string, string>,
): z.ZodType<EndpointAuthentication, EndpointAuthentication> {
  return z.discriminatedUnion("type", [
    z.object({ type: z.literal("basic"), username: text, password: secret }),
    z.object({
      type: z.literal("oauth2"),
      tokenUrl: z.url({ protocol: /^https?$/, error: "must be an http(s) URL" }).max(limits.urlLength),
      clientId: text.min(1),
      clientSecret: secret,
      scope: text.optional(),
      audience: text.optional(),
    }),
  ]);
}

function certificateSchema(
  privateKey: z.ZodType<string, string>,
): z.ZodType<EndpointCertificate, EndpointCertificate> {
  return z.object({ certificate: pem, privateKey, authorities: pem.optional() });
}

const authentication = authenticationSchema(text.refine(isGiven, whatIsAsked));
const clientCertificate = certificateSchema(pem.refine(isGiven, whatIsAsked));

/** The fields of {@link EndpointSending} as they are read, with what is secret redacted. */
export const sendingResourceFields = {
  deadlineMilliseconds: deadline.optional(),
  headers: headerMap(headerValue).optional(),
  rateLimit: rateLimit.optional(),
  signatures: signatures.optional(),
  authentication: authenticationSchema(text).optional(),
  clientCertificate: certificateSchema(pem).optional(),
};

/** The fields of {@link EndpointSending}, to be spread into an object's schema. */
export const sendingFields = {
  deadlineMilliseconds: deadline.optional(),
  headers: headerMap(headerValue).optional(),
  rateLimit: rateLimit.optional(),
  signatures: signatures.optional(),
  authentication: authentication.optional(),
  clientCertificate: clientCertificate.optional(),
};

/** The fields of {@link EndpointSendingUpdate}, to be spread into an object's schema. */
export const sendingUpdateFields = {
  deadlineMilliseconds: deadline.nullish(),
  headers: headerMap(headerValue.nullable()).nullish(),
  rateLimit: rateLimit.nullish(),
  signatures: signatures.nullish(),
  authentication: authentication.nullish(),
  clientCertificate: clientCertificate.nullish(),
};
