import type { EndpointSendingUpdate, WebhookEndpointUpdate } from "@plugboard/api/client";
import { redactedHeader } from "@plugboard/api/contract";
import { defaultRetryPolicy, type Endpoint, type EndpointOptions } from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";

/** Merges an update into an endpoint's options: omitted fields stay, `null` removes them. */
export function changeEndpointOptions(
  options: EndpointOptions,
  {
    headers,
    timeoutMilliseconds,
    signatures,
    authentication,
    clientCertificate,
    retryDelaysSeconds,
  }: EndpointSendingUpdate & Pick<WebhookEndpointUpdate, "retryDelaysSeconds">,
): EndpointOptions {
  return {
    ...options,
    headers: headers === null ? undefined : mergeHeaders(options.headers, headers),
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds: timeoutMilliseconds ?? undefined }),
    ...(signatures !== undefined && { signatures: signatures ?? undefined }),
    ...(authentication !== undefined && { authentication: authentication ?? undefined }),
    ...(clientCertificate !== undefined && { clientCertificate: clientCertificate ?? undefined }),
    ...(retryDelaysSeconds !== undefined && {
      retryPolicy: retryDelaysSeconds === null ? undefined : toRetryPolicy(retryDelaysSeconds),
    }),
  };
}

function mergeHeaders(
  before: Readonly<Record<string, string>> = {},
  change: Readonly<Record<string, string | null>> = {},
): Record<string, string> | undefined {
  const merged = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) merged.delete(name.toLowerCase());
    else if (value !== redactedHeader) merged.set(name.toLowerCase(), value);
  }
  return merged.size === 0 ? undefined : Object.fromEntries(merged);
}

/** Returns the endpoint's own retry schedule in seconds, if it has one. */
export function retryDelaysOf({ options }: Endpoint): readonly number[] | undefined {
  return options?.retryPolicy?.delaysMilliseconds.map((milliseconds) => milliseconds / 1000);
}

function toRetryPolicy(delaysSeconds: readonly number[]): EndpointOptions["retryPolicy"] {
  return { ...defaultRetryPolicy, delaysMilliseconds: delaysSeconds.map((seconds) => seconds * 1000) };
}

/**
 * Checks that a new origin does not receive the credentials of the old one. @throws PlatformError
 * `invalid_request`
 */
export function checkMove(
  { url: before, options = {} }: Endpoint,
  url: string | undefined,
  { headers, authentication, clientCertificate }: EndpointSendingUpdate,
): void {
  if (url === undefined || new URL(url).origin === new URL(before).origin) return;
  const given = new Set(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      value === redactedHeader ? [] : [name.toLowerCase()],
    ),
  );
  const keptHeaders = headers === null ? [] : Object.keys(options.headers ?? {});
  const missing = [
    ...keptHeaders.filter((name) => !given.has(name.toLowerCase())).map((name) => `headers.${name}`),
    ...(options.authentication !== undefined && authentication === undefined ? ["authentication"] : []),
    ...(options.clientCertificate !== undefined && clientCertificate === undefined
      ? ["clientCertificate"]
      : []),
  ];
  if (missing.length === 0) return;
  throw new PlatformError("invalid_request", "The secrets of an endpoint are not sent to another origin.", [
    {
      path: "url",
      message: `has another origin, which must not receive the credentials of the old one. Set them again, or remove them with null: ${missing.join(", ")}`,
    },
  ]);
}
