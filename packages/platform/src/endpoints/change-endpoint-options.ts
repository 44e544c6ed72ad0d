import type {
  EndpointSending,
  EndpointSendingUpdate,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from "@plugboard/api/client";
import { redactedHeader } from "@plugboard/api/contract";
import {
  defaultRetryPolicy,
  type Endpoint,
  type EndpointAuthentication,
  type EndpointOptions,
} from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";

/** Merges an update into an endpoint's options: omitted fields stay, `null` removes them. */
export function changeEndpointOptions(
  options: EndpointOptions,
  change: EndpointSendingUpdate & Pick<WebhookEndpointUpdate, "retryDelaysSeconds">,
): EndpointOptions {
  const { headers, retryDelaysSeconds, rateLimit: _, ...others } = change;
  return {
    ...options,
    ...withoutNull(others),
    headers: headers === null ? undefined : mergeHeaders(options.headers, headers),
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

/** Returns the changed fields, with `undefined` for removed ones. */
function withoutNull<Change extends object>(
  change: Change,
): { [Field in keyof Change]?: Exclude<Change[Field], null> } {
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  // The same fields, without `null`.
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? undefined])) as {
    [Field in keyof Change]?: Exclude<Change[Field], null>;
  };
}

/** Returns an endpoint's options as the API shows them, with redacted secrets. */
export function showEndpointOptions({
  options = {},
}: Endpoint): Omit<EndpointSending, "rateLimit"> & Pick<WebhookEndpoint, "retryDelaysSeconds"> {
  const {
    headers,
    authentication,
    clientCertificate,
    retryPolicy,
    maxAgeMilliseconds: _,
    ...others
  } = options;
  return {
    ...others,
    headers: headers && Object.fromEntries(Object.keys(headers).map((name) => [name, redactedHeader])),
    authentication: authentication && redactAuthentication(authentication),
    clientCertificate: clientCertificate && { ...clientCertificate, privateKey: redactedHeader },
    retryDelaysSeconds: retryPolicy?.delaysMilliseconds.map((milliseconds) => milliseconds / 1000),
  };
}

function redactAuthentication(authentication: EndpointAuthentication): EndpointAuthentication {
  return authentication.type === "basic"
    ? { ...authentication, password: redactedHeader }
    : { ...authentication, clientSecret: redactedHeader };
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
  const replaced = new Set(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      value === redactedHeader ? [] : [name.toLowerCase()],
    ),
  );
  const keptHeaders = headers === null ? [] : Object.keys(options.headers ?? {});
  const missing = [
    ...keptHeaders.filter((name) => !replaced.has(name.toLowerCase())).map((name) => `headers.${name}`),
    ...(options.authentication !== undefined && authentication === undefined ? ["authentication"] : []),
    ...(options.clientCertificate !== undefined && clientCertificate === undefined
      ? ["clientCertificate"]
      : []),
  ];
  if (missing.length === 0) return;
  throw new PlatformError(
    "invalid_request",
    "The secrets of an endpoint are not sent to a different origin.",
    [
      {
        path: "url",
        message: `has a different origin, which must not receive the credentials for the old one. Set them again, or remove them with null: ${missing.join(", ")}`,
      },
    ],
  );
}
