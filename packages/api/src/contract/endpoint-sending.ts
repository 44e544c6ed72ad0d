import * as z from "zod";
import { httpUrlSchema } from "./http-url-schema.ts";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

/** Replaces secrets and custom header values in responses. */
export const redactedHeader = "[redacted]";

const maxHeaders = 50;
const maxHeaderLength = 4096;
const maxPerSecond = 10_000;
const minTimeoutMilliseconds = 100;
const maxTimeoutMilliseconds = 60_000;

function headerMap<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string().max(limits.identifierLength), value)
    .refine((map) => Object.keys(map).length <= maxHeaders, `must have at most ${maxHeaders} headers`)
    .meta({ maxProperties: maxHeaders });
}

const headerValue = z.string().max(maxHeaderLength);
const timeout = z.int().min(minTimeoutMilliseconds).max(maxTimeoutMilliseconds);
const rateLimit = shape(
  "EndpointRateLimit",
  "A request rate limit.",
  z.object({
    perSecond: z
      .number()
      .positive()
      .max(maxPerSecond)
      .describe("Average number of requests per second. May be fractional."),
    burst: z
      .int()
      .min(1)
      .max(maxPerSecond)
      .describe("Number of requests that may start at once after an idle period."),
  }),
);
const signature = shape(
  "EndpointSignature",
  "A signature format: `service` is `X-Service-Signature`, `standard` is the three headers of Standard Webhooks.",
  z.enum(["service", "standard"]),
);
const signatures = z.array(signature).min(1, "must name at least one").max(2);

const headerPrefix = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9-]*$/, "must consist of a-z, 0-9 and -, and start with a letter");

const maxCredentialLength = 4096;
const maxPemLength = 20_000;
const text = z.string().max(maxCredentialLength);
const pem = z.string().max(maxPemLength);
const isGiven = (value: string): boolean => value !== redactedHeader;
const whatIsAsked = "must be the secret itself";

const authenticationSchema = (secret: z.ZodString) =>
  shape(
    "EndpointAuthentication",
    "The `Authorization` header of requests: HTTP basic authentication, or a token from an OAuth 2 client credentials grant. Responses show `[redacted]` instead of secrets.",
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("basic"), username: text, password: secret }),
      z.object({
        type: z.literal("oauth2"),
        tokenUrl: httpUrlSchema,
        clientId: text.min(1),
        clientSecret: secret,
        scope: text.optional(),
        audience: text.optional(),
      }),
    ]),
  );

const certificateSchema = (privateKey: z.ZodString) =>
  shape(
    "EndpointCertificate",
    "A client certificate for mutual TLS, in PEM. Responses show `[redacted]` instead of the private key.",
    z.object({
      certificate: pem,
      privateKey,
      authorities: pem
        .optional()
        .describe("Certificate authorities to trust for the endpoint. Defaults to the public ones."),
    }),
  );

const authentication = authenticationSchema(text.refine(isGiven, whatIsAsked));
const clientCertificate = certificateSchema(pem.refine(isGiven, whatIsAsked));

const openFields = {
  timeoutMilliseconds: timeout
    .optional()
    .describe("Timeout of a request in milliseconds. Defaults to the platform's timeout."),
  headers: headerMap(headerValue)
    .optional()
    .describe(
      "Custom request headers. They are encrypted at rest; responses show the names, with `[redacted]` as values.",
    ),
  rateLimit: rateLimit.optional(),
  signatures: signatures.optional().describe("Defaults to both."),
  headerPrefix: headerPrefix
    .optional()
    .describe(
      "Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`, `acme-signature` and `x-acme-signature`. At most 40 characters. Defaults to `webhook-…` and `X-Service-Signature`.",
    ),
};

/** The fields of `EndpointSending` in responses, with secrets redacted. */
export const sendingResourceFields = {
  ...openFields,
  authentication: authenticationSchema(text).optional(),
  clientCertificate: certificateSchema(pem).optional(),
};

/** The fields of `EndpointSending`, to be spread into an object's schema. */
export const sendingFields = {
  ...openFields,
  authentication: authentication.optional(),
  clientCertificate: clientCertificate.optional(),
};

/** The fields of `EndpointSendingUpdate`, to be spread into an object's schema. */
export const sendingUpdateFields = {
  timeoutMilliseconds: timeout.nullish(),
  headers: headerMap(headerValue.nullable())
    .nullish()
    .describe("Omitted and `[redacted]` headers keep their values; `null` removes a header."),
  rateLimit: rateLimit.nullish(),
  signatures: signatures.nullish(),
  headerPrefix: headerPrefix.nullish(),
  authentication: authentication.nullish().describe("Replaces the authentication, including its secret."),
  clientCertificate: clientCertificate
    .nullish()
    .describe("Replaces the certificate, including its private key."),
};

/** The schema of an endpoint's request options. */
export const sendingSchema = shape(
  "EndpointSending",
  "How an endpoint's requests are made.",
  z.object(sendingFields),
);

/** The schema of changes to an endpoint's request options. */
export const sendingUpdateSchema = shape(
  "EndpointSendingUpdate",
  "Changes to how an endpoint's requests are made. Omitted fields keep their values; `null` removes one.",
  z.object(sendingUpdateFields),
);
