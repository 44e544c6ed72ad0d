import { httpUrlProblem, isHttpUrl } from "@plugboard/api";
import type {
  EndpointAuthentication,
  EndpointCertificate,
  EndpointDestination,
  EndpointEventType,
  FieldCondition,
  RequestProblem,
  WebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointUpdate,
} from "@plugboard/api/client";
import {
  formatFieldPath,
  formatFieldValue,
  readFieldPath,
  readFieldValue,
  readFieldValues,
} from "./field-values.ts";
import { formatRetryDelays, readRetryDelays } from "./retry-delays.ts";

/** A condition on an event field, as typed. */
export interface ConditionDraft {
  /** Names separated by dots: `feedback.rating`. */
  readonly field: string;
  readonly test: "equals" | "oneOf" | "exists" | "missing";
  readonly value: string;
}

/** A request header, as typed. */
export interface HeaderDraft {
  readonly name: string;
  /** Empty to keep the stored value, which is never shown. */
  readonly value: string;
  readonly isKept: boolean;
}

/** The authentication of requests, as typed. An empty secret keeps the stored one. */
export interface AuthenticationDraft {
  readonly type: "none" | EndpointAuthentication["type"];
  readonly username: string;
  readonly password: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly audience: string;
}

/** A client certificate, as typed. An empty private key keeps the stored one. */
export interface CertificateDraft {
  readonly isUsed: boolean;
  readonly certificate: string;
  readonly privateKey: string;
  readonly authorities: string;
}

/** The destination of an endpoint, as typed. An empty secret keeps the stored one. */
export interface DestinationDraft {
  /** Empty for HTTP requests. */
  readonly type: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** All fields of the endpoint form, as typed. */
export interface EndpointDraft {
  readonly url: string;
  /** Whether the consumer polls, so that delivery settings don't apply. */
  readonly isPolled: boolean;
  readonly destination: DestinationDraft;
  readonly eventTypes: readonly EndpointEventType[];
  /** Names separated by commas or spaces. */
  readonly channels: string;
  /** Limits events to a resource: its kind, a space, and its ID. Empty for all. Only of new endpoints. */
  readonly location: string;
  readonly conditions: readonly ConditionDraft[];
  /** Whether the integration creates the payload of each event. */
  readonly transform: boolean;
  readonly signingKey: "shared" | "ed25519";
  readonly signatures: "both" | "service" | "standard";
  /** Empty for the default headers. */
  readonly headerPrefix: string;
  readonly authentication: AuthenticationDraft;
  readonly certificate: CertificateDraft;
  readonly headers: readonly HeaderDraft[];
  readonly timeoutSeconds: string;
  readonly perSecond: string;
  readonly burst: string;
  readonly hasOwnRetries: boolean;
  readonly retryDelays: string;
  readonly requiresVerification: boolean;
  /** The status of a new endpoint. */
  readonly status: WebhookEndpoint["status"];
}

/** Returns the draft of an existing endpoint, or an empty one. */
export function draftOf(endpoint?: WebhookEndpoint): EndpointDraft {
  const {
    authentication,
    clientCertificate,
    rateLimit,
    retryDelaysSeconds,
    signatures = [],
  } = endpoint ?? {};
  const { timeoutMilliseconds, filter = [], headers = {} } = endpoint ?? {};
  const [onlySignature] = signatures.length === 1 ? signatures : [];
  const basic = authentication?.type === "basic" ? authentication : undefined;
  const oauth2 = authentication?.type === "oauth2" ? authentication : undefined;
  return {
    url: endpoint?.url ?? "",
    isPolled: endpoint?.polling === true,
    destination: {
      type: endpoint?.destination?.type ?? "",
      settings: endpoint?.destination?.settings ?? {},
      secrets: {},
    },
    eventTypes: endpoint?.eventTypes ?? [],
    channels: (endpoint?.channels ?? []).join(", "),
    location: "",
    conditions: filter.map(toConditionDraft),
    transform: endpoint?.transform === true,
    signingKey: endpoint?.signingKey ?? "shared",
    signatures: onlySignature ?? "both",
    headerPrefix: endpoint?.headerPrefix ?? "",
    authentication: {
      type: authentication?.type ?? "none",
      username: basic?.username ?? "",
      password: "",
      tokenUrl: oauth2?.tokenUrl ?? "",
      clientId: oauth2?.clientId ?? "",
      clientSecret: "",
      scope: oauth2?.scope ?? "",
      audience: oauth2?.audience ?? "",
    },
    certificate: {
      isUsed: clientCertificate !== undefined,
      certificate: clientCertificate?.certificate ?? "",
      privateKey: "",
      authorities: clientCertificate?.authorities ?? "",
    },
    headers: Object.keys(headers).map((name) => ({ name, value: "", isKept: true })),
    timeoutSeconds: timeoutMilliseconds === undefined ? "" : String(timeoutMilliseconds / 1000),
    perSecond: rateLimit === undefined ? "" : String(rateLimit.perSecond),
    burst: rateLimit === undefined ? "" : String(rateLimit.burst),
    hasOwnRetries: retryDelaysSeconds !== undefined,
    retryDelays: formatRetryDelays(retryDelaysSeconds ?? []),
    requiresVerification: endpoint?.verification !== undefined,
    status: endpoint?.status ?? "enabled",
  };
}

/** Returns the request that creates an endpoint. */
export function toCreation(typed: EndpointDraft): WebhookEndpointCreation {
  const draft = withUsedFields(typed);
  const given = toUpdate(draft, draftOf());
  const [kind = "", id] = draft.location.split(" ");
  const headers = Object.fromEntries(draft.headers.map(({ name, value }) => [name.trim(), value]));
  // A new endpoint has no values for `null` to clear.
  return {
    url: draft.isPolled ? undefined : draft.url.trim(),
    polling: draft.isPolled ? true : undefined,
    destination: isQueue(draft) ? toDestination(draft.destination) : undefined,
    eventTypes: draft.eventTypes,
    channels: given.channels ?? undefined,
    filter: given.filter ?? undefined,
    transform: given.transform,
    resource: id === undefined ? undefined : { kind, id },
    signingKey: draft.signingKey === "ed25519" ? "ed25519" : undefined,
    signatures: given.signatures ?? undefined,
    headerPrefix: given.headerPrefix ?? undefined,
    authentication: given.authentication ?? undefined,
    clientCertificate: given.clientCertificate ?? undefined,
    headers: draft.headers.length === 0 ? undefined : headers,
    timeoutMilliseconds: given.timeoutMilliseconds ?? undefined,
    rateLimit: given.rateLimit ?? undefined,
    retryDelaysSeconds: given.retryDelaysSeconds ?? undefined,
    requiresVerification: draft.requiresVerification ? true : undefined,
    status: draft.status === "enabled" ? undefined : draft.status,
  };
}

/** Returns the request that updates an endpoint: only the changed fields. */
export function toUpdate(draft: EndpointDraft, before: EndpointDraft): WebhookEndpointUpdate {
  const changed = (...names: readonly (keyof EndpointDraft)[]): boolean =>
    names.some((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]));
  const { perSecond, burst, timeoutSeconds, signatures, hasOwnRetries, retryDelays } = draft;
  return {
    ...(changed("url") && { url: draft.url.trim() }),
    ...(changed("destination") && isQueue(draft) && { destination: toDestinationUpdate(draft.destination) }),
    ...(changed("eventTypes") && { eventTypes: draft.eventTypes }),
    ...(changed("channels") && { channels: readChannels(draft.channels) }),
    ...(changed("conditions") && {
      filter: draft.conditions.length === 0 ? null : draft.conditions.map(toCondition),
    }),
    ...(changed("transform") && { transform: draft.transform }),
    ...(changed("signatures") && { signatures: signatures === "both" ? null : [signatures] }),
    ...(changed("headerPrefix") && { headerPrefix: draft.headerPrefix.trim() || null }),
    ...(changed("authentication") && { authentication: toAuthentication(draft.authentication) }),
    ...(changed("certificate") && { clientCertificate: toCertificate(draft.certificate) }),
    ...(changed("headers") && { headers: toHeaders(draft.headers, before.headers) }),
    ...(changed("timeoutSeconds") && {
      timeoutMilliseconds: timeoutSeconds === "" ? null : Math.round(Number(timeoutSeconds) * 1000),
    }),
    ...(changed("perSecond", "burst") && {
      rateLimit:
        perSecond === "" && burst === "" ? null : { perSecond: Number(perSecond), burst: Number(burst) },
    }),
    ...(changed("hasOwnRetries", "retryDelays") && {
      retryDelaysSeconds: hasOwnRetries ? (readRetryDelays(retryDelays) ?? []) : null,
    }),
  };
}

/** Fields whose problems the server detects as well, together with those of all other fields. */
export const serverCheckedPaths: ReadonlySet<string> = new Set(["url", "eventTypes"]);

/** Returns problems of a draft that the server cannot detect or explain, each with the API path of its field. */
export function checkDraft(typed: EndpointDraft, before: EndpointDraft): readonly RequestProblem[] {
  const draft = withUsedFields(typed);
  const { authentication, certificate, headers } = draft;
  const isReplaced = (part: "authentication" | "certificate"): boolean =>
    JSON.stringify(draft[part]) !== JSON.stringify(before[part]);
  const again = "must be entered again when you change related fields";
  const notNumber = "must be a number";
  const names = headers.map(({ name }) => name.trim().toLowerCase());
  const checks: readonly (readonly [string, string, boolean])[] = [
    ["url", "must not be empty", !draft.isPolled && draft.url.trim() === ""],
    [
      "url",
      httpUrlProblem,
      !draft.isPolled && !isQueue(draft) && draft.url.trim() !== "" && !isHttpUrl(draft.url.trim()),
    ],
    ["eventTypes", "must contain at least one event type", draft.eventTypes.length === 0],
    [
      "retryDelaysSeconds",
      "must be durations separated by commas, such as 5 s, 5 min, 2 h",
      draft.hasOwnRetries && readRetryDelays(draft.retryDelays) === undefined,
    ],
    ["timeoutMilliseconds", notNumber, !isNumber(draft.timeoutSeconds)],
    ["rateLimit.perSecond", notNumber, !isNumber(draft.perSecond)],
    ["rateLimit.burst", notNumber, !isNumber(draft.burst)],
    [
      "rateLimit.perSecond",
      "is required together with the burst",
      draft.perSecond === "" && draft.burst !== "",
    ],
    ["rateLimit.burst", "is required together with the rate", draft.burst === "" && draft.perSecond !== ""],
    [
      "authentication.password",
      again,
      authentication.type === "basic" && authentication.password === "" && isReplaced("authentication"),
    ],
    [
      "authentication.clientSecret",
      again,
      authentication.type === "oauth2" && authentication.clientSecret === "" && isReplaced("authentication"),
    ],
    [
      "clientCertificate.privateKey",
      again,
      certificate.isUsed && certificate.privateKey === "" && isReplaced("certificate"),
    ],
  ];
  return [
    ...checks.filter(([, , isWrong]) => isWrong).map(([path, message]) => ({ path, message })),
    ...names.flatMap((name, index) => {
      if (name === "") return [{ path: "headers", message: "A header has no name." }];
      return names.indexOf(name) === index ? [] : [{ path: "headers", message: `${name} is listed twice.` }];
    }),
    ...draft.conditions.flatMap(({ field }, index) =>
      field.trim() === "" ? [{ path: `filter.${index}.field`, message: "must name a field" }] : [],
    ),
  ];
}

/** Returns whether an endpoint publishes to a queue or another system. */
export function isQueue({ destination }: Pick<EndpointDraft, "destination">): boolean {
  return destination.type !== "";
}

/** Returns a draft without the settings that don't apply to its delivery mode. */
function withUsedFields(draft: EndpointDraft): EndpointDraft {
  if (draft.isPolled) return withoutSending(draft);
  if (!isQueue(draft)) return draft;
  const { authentication, requiresVerification } = draftOf();
  return { ...draft, authentication, requiresVerification };
}

/** Empty fields have their defaults. */
function toDestination({ type, settings, secrets }: DestinationDraft): EndpointDestination {
  return { type, settings: withoutEmpty(settings), secrets: withoutEmpty(secrets) };
}

function toDestinationUpdate(draft: DestinationDraft): WebhookEndpointUpdate["destination"] {
  const { settings, secrets } = toDestination(draft);
  return { settings, secrets };
}

function withoutEmpty(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** Returns a draft without the settings that don't apply to a polling endpoint. */
function withoutSending(draft: EndpointDraft): EndpointDraft {
  const { isPolled, eventTypes, channels, location, conditions, signingKey, signatures, headers } = draft;
  const { headerPrefix, status } = draft;
  return {
    ...draftOf(),
    isPolled,
    eventTypes,
    channels,
    location,
    conditions,
    signingKey,
    signatures,
    headerPrefix,
    headers,
    status,
  };
}

/** Returns `null` if no channels are named. */
function readChannels(text: string): readonly string[] | null {
  const channels = new Set(text.split(/[\s,]+/).filter((channel) => channel !== ""));
  return channels.size === 0 ? null : [...channels];
}

function isNumber(text: string): boolean {
  return Number.isFinite(Number(text));
}

function toConditionDraft({ field, equals, oneOf, exists }: FieldCondition): ConditionDraft {
  const path = formatFieldPath(field);
  if (oneOf !== undefined)
    return { field: path, test: "oneOf", value: oneOf.map(formatFieldValue).join(", ") };
  if (equals !== undefined) return { field: path, test: "equals", value: formatFieldValue(equals) };
  return { field: path, test: exists === true ? "exists" : "missing", value: "" };
}

function toCondition({ field: path, test, value }: ConditionDraft): FieldCondition {
  const field = readFieldPath(path.trim());
  if (test === "equals") return { field, equals: readFieldValue(value) };
  if (test === "oneOf") return { field, oneOf: readFieldValues(value) };
  return { field, exists: test === "exists" };
}

function toAuthentication(draft: AuthenticationDraft): EndpointAuthentication | null {
  const { type, username, password, tokenUrl, clientId, clientSecret, scope, audience } = draft;
  if (type === "none") return null;
  if (type === "basic") return { type, username, password };
  return {
    type,
    tokenUrl: tokenUrl.trim(),
    clientId,
    clientSecret,
    ...(scope !== "" && { scope }),
    ...(audience !== "" && { audience }),
  };
}

function toCertificate(draft: CertificateDraft): EndpointCertificate | null {
  const { isUsed, certificate, privateKey, authorities } = draft;
  return isUsed ? { certificate, privateKey, ...(authorities !== "" && { authorities }) } : null;
}

/** Returns the typed headers, and `null` for removed ones. Headers left out keep their values. */
function toHeaders(
  headers: readonly HeaderDraft[],
  before: readonly HeaderDraft[],
): Readonly<Record<string, string | null>> {
  const names = new Set(headers.map(({ name }) => name.trim().toLowerCase()));
  return Object.fromEntries([
    ...before.filter(({ name }) => !names.has(name.toLowerCase())).map(({ name }) => [name, null] as const),
    ...headers
      .filter(({ isKept, value }) => !isKept || value !== "")
      .map(({ name, value }) => [name.trim(), value] as const),
  ]);
}
