import type {
  EndpointDestinationUpdate,
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
  type EndpointDestination,
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

/** Merges an update into a destination: settings are replaced, omitted and redacted secrets stay. */
export function changeDestination(
  before: EndpointDestination | undefined,
  { settings, secrets = {} }: EndpointDestinationUpdate = {},
): EndpointDestination | undefined {
  if (before === undefined) return undefined;
  const replaced = Object.entries(secrets).filter(([, value]) => value !== redactedHeader);
  return {
    ...before,
    settings: settings ?? before.settings,
    secrets: { ...before.secrets, ...Object.fromEntries(replaced) },
  };
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
}: Endpoint): Omit<EndpointSending, "rateLimit"> &
  Pick<WebhookEndpoint, "retryDelaysSeconds" | "destination"> {
  const {
    headers,
    authentication,
    clientCertificate,
    destination,
    retryPolicy,
    maxAgeMilliseconds: _,
    ...others
  } = options;
  return {
    ...others,
    headers: headers && redactAll(headers),
    destination: destination && { ...destination, secrets: redactAll(destination.secrets) },
    authentication: authentication && redactAuthentication(authentication),
    clientCertificate: clientCertificate && { ...clientCertificate, privateKey: redactedHeader },
    retryDelaysSeconds: retryPolicy?.delaysMilliseconds.map((milliseconds) => milliseconds / 1000),
  };
}

function redactAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, redactedHeader]));
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
  {
    headers,
    authentication,
    clientCertificate,
    destination,
  }: EndpointSendingUpdate & Pick<WebhookEndpointUpdate, "destination">,
): void {
  if (url === undefined || originOf(url) === originOf(before)) return;
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
    ...Object.keys(options.destination?.secrets ?? {})
      .filter((name) => (destination?.secrets?.[name] ?? redactedHeader) === redactedHeader)
      .map((name) => `destination.secrets.${name}`),
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

/** Returns the scheme and host of a URL. `URL.origin` has neither for schemes other than http and https. */
function originOf(text: string): string {
  const { protocol, host } = new URL(text);
  return host === "" ? text : `${protocol}//${host}`;
}
