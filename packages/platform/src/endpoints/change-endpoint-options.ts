import type { EndpointSendingUpdate, WebhookEndpointUpdate } from "@plugboard/api/client";
import { redactedHeader } from "@plugboard/api/contract";
import { defaultRetryPolicy, type Endpoint, type EndpointOptions } from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";

/** An endpoint's options after an update: what it leaves out stays, `null` takes away. */
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

/** How long a failed delivery to an endpoint waits before each retry, in seconds, where the endpoint has a schedule of its own. */
export function retryDelaysOf({ options }: Endpoint): readonly number[] | undefined {
  return options?.retryPolicy?.delaysMilliseconds.map((milliseconds) => milliseconds / 1000);
}

function toRetryPolicy(delaysSeconds: readonly number[]): EndpointOptions["retryPolicy"] {
  return { ...defaultRetryPolicy, delaysMilliseconds: delaysSeconds.map((seconds) => seconds * 1000) };
}

/** Refuses to send another origin what only the one before was given. @throws PlatformError `invalid_request` */
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
  throw new PlatformError("invalid_request", "The endpoint's secrets do not go to another origin.", [
    {
      path: "url",
      message: `is of another origin, which must not learn what the old one was given. Send again, or take away with null: ${missing.join(", ")}`,
    },
  ]);
}
