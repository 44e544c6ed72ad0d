import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import type { DeliveryErrorCode } from "../errors/delivery-error.ts";
import { DeliveryError } from "../errors/delivery-error.ts";
import type {
  ClientCertificate,
  EndpointAuthentication,
  EndpointDestination,
  EndpointOptions,
  ResponsePolicy,
} from "../model/endpoint.ts";
import { checkNumber, maxTimerMilliseconds } from "./check-number.ts";
import { checkRetryPolicy } from "./retry-policy.ts";

/** Connection headers. Setting one could redirect or truncate a request. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers the sender sets on every webhook. */
const senderHeaders: ReadonlySet<string> = new Set([
  "content-type",
  "user-agent",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
  "x-service-signature",
]);

const families: readonly string[] = ["service", "standard"];
const responsePolicies: readonly unknown[] = ["webhook", "subscription"] satisfies readonly ResponsePolicy[];
const maxHeaders = 50;
const maxHeaderBytes = 8_192;
// RFC 9110, sections 5.1 and 5.5.
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const headerPrefix = /^[a-z][a-z0-9-]*$/;
const maxPrefixLength = 40;
const code: DeliveryErrorCode = "invalid_endpoint";

/** Throws `DeliveryError` (`invalid_endpoint`) if an endpoint's options are invalid. */
export function checkEndpointOptions(options: EndpointOptions): void {
  const { timeoutMilliseconds, maxAgeMilliseconds, headers, retryPolicy, signatures } = options;
  const { authentication, clientCertificate, headerPrefix, responsePolicy, destination } = options;
  if (timeoutMilliseconds !== undefined) {
    checkNumber(
      "options.timeoutMilliseconds",
      timeoutMilliseconds,
      { min: 1, max: maxTimerMilliseconds },
      code,
    );
  }
  if (maxAgeMilliseconds !== undefined) {
    checkNumber("options.maxAgeMilliseconds", maxAgeMilliseconds, { min: 1 }, code);
  }
  if (headerPrefix !== undefined) checkHeaderPrefix(headerPrefix);
  if (headers !== undefined) checkHeaders(headers, headerPrefix);
  if (authentication !== undefined) checkAuthentication(authentication, headers);
  if (clientCertificate !== undefined) checkCertificate(clientCertificate);
  if (destination !== undefined) checkDestination(destination, authentication);
  if (retryPolicy !== undefined) checkRetryPolicy("options.retryPolicy", retryPolicy, code);
  if (signatures !== undefined) checkSignatures(signatures);
  if (responsePolicy !== undefined && !responsePolicies.includes(responsePolicy)) {
    throw invalid(
      "options.responsePolicy",
      `options.responsePolicy is ${JSON.stringify(responsePolicy)}; it must be one of ${responsePolicies.join(", ")}`,
    );
  }
}

function checkHeaderPrefix(prefix: string): void {
  if (typeof prefix === "string" && prefix.length <= maxPrefixLength && headerPrefix.test(prefix)) return;
  throw invalid(
    "options.headerPrefix",
    `options.headerPrefix is ${JSON.stringify(prefix)}; it must have at most ${maxPrefixLength} characters, a-z, 0-9 and -, and start with a letter`,
  );
}

function checkHeaders(headers: Readonly<Record<string, string>>, prefix = "webhook"): void {
  const signatureHeaders = ["id", "timestamp", "signature"].map((name) => `${prefix}-${name}`);
  const signed = new Set([...signatureHeaders, `x-${prefix}-signature`]);
  const entries = Object.entries(headers);
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (entries.length > maxHeaders || bytes > maxHeaderBytes) {
    throw invalid(
      "options.headers",
      `options.headers has ${entries.length} headers with ${bytes} characters; it may have ${maxHeaders} with ${maxHeaderBytes}`,
    );
  }
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const lowerCase = name.toLowerCase();
    if (!headerName.test(name))
      throw invalid("options.headers", `options.headers: ${JSON.stringify(name)} is not a header name`);
    if (connectionHeaders.has(lowerCase) || senderHeaders.has(lowerCase) || signed.has(lowerCase)) {
      throw invalid("options.headers", `options.headers: ${name} is set by the sender; leave it out`);
    }
    if (seen.has(lowerCase)) throw invalid("options.headers", `options.headers: ${name} appears twice`);
    if (!headerValue.test(value)) {
      throw invalid(
        "options.headers",
        `options.headers: the value of ${name} contains characters that are not allowed in a header`,
      );
    }
    seen.add(lowerCase);
  }
}

const maxCredentialLength = 4_096;

function checkAuthentication(
  authentication: EndpointAuthentication,
  headers: Readonly<Record<string, string>> = {},
): void {
  const part = "options.authentication";
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization")) {
    throw invalid("options.headers", `options.headers: authorization is set by ${part}; remove one of them`);
  }
  if (authentication.type !== "basic" && authentication.type !== "oauth2") {
    throw invalid(part, `${part}.type must be "basic" or "oauth2"`);
  }
  for (const [name, value] of Object.entries(authentication)) {
    if (value !== undefined && (typeof value !== "string" || value.length > maxCredentialLength)) {
      throw invalid(part, `${part}.${name} must be a string of at most ${maxCredentialLength} characters`);
    }
  }
  // RFC 7617, section 2: the first colon ends the user name.
  if (authentication.type === "basic") {
    const { username, password } = authentication;
    if (typeof username !== "string" || typeof password !== "string" || username.includes(":")) {
      throw invalid(part, `${part} must have a username without a colon, and a password`);
    }
    return;
  }
  const { tokenUrl, clientId, clientSecret } = authentication;
  if (!URL.canParse(tokenUrl) || clientId === undefined || clientSecret === undefined) {
    throw invalid(part, `${part} must have an absolute URL as tokenUrl, a clientId and a clientSecret`);
  }
}

const maxDestinationFields = 50;

/** Checks the form of a destination. Its sender checks the values. */
function checkDestination(
  { type, settings, secrets }: EndpointDestination,
  authentication: EndpointAuthentication | undefined,
): void {
  const part = "options.destination";
  if (authentication !== undefined) {
    throw invalid(
      "options.authentication",
      `options.authentication is for HTTP; ${part} has its own secrets. Remove one of them`,
    );
  }
  if (typeof type !== "string" || type === "") throw invalid(part, `${part}.type must be a non-empty string`);
  for (const [name, values] of Object.entries({ settings, secrets })) {
    const entries = Object.entries(Object(values));
    const isFine = entries.every(
      ([, value]) =>
        typeof value === "string" && value.length <= maxCredentialLength && !value.includes("\u0000"),
    );
    if (isFine && entries.length <= maxDestinationFields) continue;
    throw invalid(
      part,
      `${part}.${name} must have at most ${maxDestinationFields} fields, each a string of at most ${maxCredentialLength} characters without NUL`,
    );
  }
}

function checkCertificate({ certificate, privateKey, authorities }: ClientCertificate): void {
  try {
    createSecureContext({ cert: certificate, key: privateKey, ca: authorities });
    if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))) {
      throw new Error("the private key belongs to another certificate");
    }
  } catch (cause) {
    // OpenSSL's message contains no key material.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalid(
      "options.clientCertificate",
      `options.clientCertificate is not a certificate with its key in PEM: ${reason}`,
    );
  }
}

function checkSignatures(signatures: readonly string[]): void {
  const isFine =
    signatures.length > 0 &&
    new Set(signatures).size === signatures.length &&
    signatures.every((family) => families.includes(family));
  if (isFine) return;
  throw invalid(
    "options.signatures",
    `options.signatures is ${JSON.stringify(signatures)}; it must name at least one of ${families.join(", ")}, each once`,
  );
}

function invalid(part: string, message: string): DeliveryError {
  return new DeliveryError(code, message, { part });
}
