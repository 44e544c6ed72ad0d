import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { EndpointSending, EndpointSendingUpdate, WebhookEndpointUpdate } from "@plugboard/api/client";
import { redactedHeader } from "@plugboard/api/contract";
import {
  defaultRetryPolicy,
  DeliveryError,
  type Endpoint,
  type EndpointOptions,
  type FieldCondition,
} from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { generateSigningKeyPair } from "@plugboard/webhook-signer/standard-webhooks";
import * as z from "zod";
import { createId } from "../common/create-id.ts";
import { found, PlatformError } from "../common/platform-error.ts";
import { onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { readOrganizationLimits } from "../rate-limits/organization-limits.ts";

/** The kinds of endpoint the delivery engine serves here. */
export const endpointKinds = { webhook: "webhook", integration: "integration" } as const;

interface EndpointMetadata {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly requiresVerification?: boolean | undefined;
  /** Its integration makes what it is sent. */
  readonly transform?: boolean | undefined;
  /** The newest first. */
  readonly pollTokens?:
    | readonly { readonly hash: string; readonly expiresAt?: number | undefined }[]
    | undefined;
  /** In the order of the endpoint's secrets. */
  readonly secretTimes: readonly { readonly createdAt: number; readonly expiresAt?: number | undefined }[];
}

/** What a webhook endpoint is made from. */
export interface NewWebhookEndpoint extends EndpointSending {
  /** A fresh one when absent. An endpoint that has it already is given back as it is. */
  readonly id?: string | undefined;
  /** Absent for a polling endpoint, and for no other. */
  readonly url?: string | undefined;
  /** Its consumer takes the deliveries itself. */
  readonly polling?: true | undefined;
  readonly eventTypes: readonly WebhookEventType[];
  readonly filter?: readonly FieldCondition[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** A shared secret signs when absent. */
  readonly signingKey?: "ed25519" | undefined;
  /** Holds its deliveries until it has responded to a challenge, and again whenever its URL changes. */
  readonly requiresVerification?: boolean | undefined;
  /** Lets its integration make the payload of each event, by `fetch_webhook_payload`. */
  readonly transform?: boolean | undefined;
  /** How long a failed delivery waits before each retry; the workers' own schedule when absent. */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
}

const metadataSchema: z.ZodType<EndpointMetadata> = z.object({
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
  requiresVerification: z.boolean().exactOptional(),
  pollTokens: z.array(z.object({ hash: z.string(), expiresAt: z.number().exactOptional() })).exactOptional(),
  transform: z.boolean().exactOptional(),
  secretTimes: z.array(z.object({ createdAt: z.number(), expiresAt: z.number().exactOptional() })),
});

/**
 * Why the engine holds an endpoint: its installation is paused, or its owner paused it (new deliveries wait) or switched it
 * off (there are no new ones), or it has not shown that it wants webhooks.
 */
export const holds = {
  installation: "installation",
  paused: "paused",
  switchedOff: "switched off",
  unverified: "unverified",
} as const;

const maxEndpoints = 100;

/** Reads what this platform keeps in an endpoint's metadata. */
export function readEndpointMetadata(endpoint: Endpoint): EndpointMetadata {
  return metadataSchema.parse(endpoint.metadata);
}

/** What its owner wants of an endpoint. */
export function ownStatusOf({ holds: held }: Endpoint): "enabled" | "paused" | "disabled" {
  if (held.includes(holds.switchedOff)) return "disabled";
  return held.includes(holds.paused) ? "paused" : "enabled";
}

/** All endpoints of an installation, or those of one kind, in the order they were made. */
export async function listEndpoints(
  { deliveries }: PlatformContext,
  installationId: string,
  kind?: (typeof endpointKinds)[keyof typeof endpointKinds],
): Promise<readonly Endpoint[]> {
  // More than there can be: see the limit of webhook endpoints.
  const { items } = await deliveries.listEndpoints({ tenant: installationId, limit: 1000, kind });
  return items;
}

/**
 * The webhook endpoints of an installation that a transaction found. Whose it is, is not looked up again: SQLite has one
 * connection, which is the transaction's.
 */
async function listInTransaction(
  context: PlatformContext,
  installationId: string,
): Promise<readonly Endpoint[]> {
  return await onWholePlatform(() => listEndpoints(context, installationId, endpointKinds.webhook));
}

/** The event types of an endpoint that this platform knows. */
export function endpointEventTypes(endpoint: Endpoint): WebhookEventType[] {
  return webhookEventTypes.filter((type) => endpoint.eventTypes.includes(type));
}

/**
 * Registers a URL to receive an installation's events, with a fresh secret.
 *
 * @throws PlatformError `conflict` when the installation has as many as it may have
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called, or a header that may not be added
 * @example
 * import { createWebhookEndpoint, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { id } = await createWebhookEndpoint(platform, "ins_1", {
 *   url: "https://hooks.example.com",
 *   eventTypes: ["space_content_updated"],
 * });
 * console.log(id);
 */
export async function createWebhookEndpoint(
  context: PlatformContext,
  installationId: string,
  {
    id = createId("whe", context.now()),
    url,
    polling,
    eventTypes,
    filter,
    spaceId,
    siteId,
    signingKey,
    requiresVerification,
    transform,
    ...sending
  }: NewWebhookEndpoint,
): Promise<Endpoint> {
  if (url !== undefined) context.checkEndpointUrl(url);
  if (polling === true && requiresVerification === true) throw refusePolling("requiresVerification");
  if (polling === true && transform === true) throw refusePolling("transform");
  checkTokenUrl(context, sending);
  if (signingKey !== undefined) checkSignatures(sending);
  const secret = signingKey === undefined ? generateSecret() : (await generateSigningKeyPair()).privateKey;
  return await inTurn(context.db, installationId, async (transaction) => {
    const known = await listInTransaction(context, installationId);
    const same = known.find((endpoint) => endpoint.id === id);
    if (same !== undefined) return same;
    if (known.length >= maxEndpoints) {
      throw new PlatformError(
        "conflict",
        `An installation has at most ${maxEndpoints} webhook endpoints. Remove one first.`,
      );
    }
    await requireRoom(context, transaction, installationId);
    const metadata = toMetadata({
      spaceId,
      siteId,
      requiresVerification,
      transform,
      secretTimes: [{ createdAt: context.now() }],
    });
    return await context.deliveries.createEndpoint({
      id,
      tenant: installationId,
      kind: endpointKinds.webhook,
      url,
      polling,
      eventTypes,
      filter,
      secrets: [secret],
      metadata,
      rateLimit: sending.rateLimit,
      options: changeOptions({}, sending),
      holds: requiresVerification === true ? [holds.unverified] : [],
    });
  });
}

/** How long a failed delivery to an endpoint waits before each retry, in seconds, where the endpoint has a schedule of its own. */
export function retryDelaysOf({ options }: Endpoint): readonly number[] | undefined {
  return options?.retryPolicy?.delaysMilliseconds.map((milliseconds) => milliseconds / 1000);
}

function toRetryPolicy(delaysSeconds: readonly number[]): EndpointOptions["retryPolicy"] {
  return { ...defaultRetryPolicy, delaysMilliseconds: delaysSeconds.map((seconds) => seconds * 1000) };
}

const lastTurns = new WeakMap<PlatformContext["db"], Promise<unknown>>();

/**
 * Runs `create` while nobody else creates an endpoint of the installation, so that its limit holds: the installation's row
 * is locked against other processes, and this process takes one turn after the other. Each turn needs a second connection
 * for the endpoint itself, which turns that wait in the database would keep from it.
 */
async function inTurn<T>(
  db: PlatformContext["db"],
  installationId: string,
  create: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const before = lastTurns.get(db) ?? Promise.resolve();
  const turn = before.then(() =>
    db.transaction().execute(async (transaction) => {
      // The organization's other installations wait too: together they have so many.
      await transaction
        .updateTable("organizations")
        .set((row) => ({ title: row.ref("title") }))
        .where("id", "in", (query) =>
          query.selectFrom("installations").select("organization_id").where("id", "=", installationId),
        )
        .execute();
      await transaction
        .updateTable("installations")
        .set((row) => ({ updated_at: row.ref("updated_at") }))
        .where("id", "=", installationId)
        .execute();
      return await create(transaction);
    }),
  );
  const ended = turn.catch(() => {});
  lastTurns.set(db, ended);
  return await turn;
}

/** Refuses one more than the installation's organization may have. @throws PlatformError `conflict` */
async function requireRoom(
  context: PlatformContext,
  db: Transaction<Tables>,
  installationId: string,
): Promise<void> {
  const own = await db
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", installationId)
    .executeTakeFirst();
  const { maxWebhookEndpoints } = await readOrganizationLimits(db, own?.organization_id ?? "");
  if (own === undefined || maxWebhookEndpoints === undefined) return;
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", own.organization_id)
    .where("deleted_at", "is", null)
    .execute();
  let count = 0;
  for (const { id } of installations) count += (await listInTransaction(context, id)).length;
  if (count < maxWebhookEndpoints) return;
  throw new PlatformError(
    "conflict",
    `The organization may have ${maxWebhookEndpoints} webhook endpoints, and has them. Remove one, or ask the platform's administrator for more.`,
  );
}

/**
 * One webhook endpoint of an installation.
 *
 * @throws PlatformError `not_found`, also for an endpoint of another installation
 * @example
 * import { getWebhookEndpoint, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { url } = await getWebhookEndpoint(platform, "ins_1", "whe_1");
 * console.log(url);
 */
export async function getWebhookEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
  endpointId: string,
): Promise<Endpoint> {
  const endpoint = await deliveries.getEndpoint(endpointId);
  const own = endpoint?.tenant === installationId && endpoint.kind === endpointKinds.webhook;
  return found(
    own ? endpoint : undefined,
    `webhook endpoint ${endpointId} of installation ${installationId}`,
  );
}

/**
 * Changes an endpoint. Enabling or pausing one gives it another chance where the engine had disabled it.
 *
 * @throws PlatformError `invalid_request` for a URL of another origin that would be given headers, credentials or a client
 * certificate which the update neither sets again nor takes away: who may change a URL need not know them
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called, or a header that may not be added
 * @example
 * import { getWebhookEndpoint, type Platform, updateWebhookEndpoint } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const endpoint = await getWebhookEndpoint(platform, "ins_1", "whe_1");
 * await updateWebhookEndpoint(platform, endpoint, { status: "paused" });
 */
export async function updateWebhookEndpoint(
  context: PlatformContext,
  endpoint: Endpoint,
  { url, eventTypes, filter, status, transform, ...sending }: WebhookEndpointUpdate,
): Promise<void> {
  const { deliveries } = context;
  if (url !== undefined && endpoint.polling === true) throw refusePolling("url");
  if (transform === true && endpoint.polling === true) throw refusePolling("transform");
  if (url !== undefined) context.checkEndpointUrl(url);
  checkTokenUrl(context, sending);
  checkMove(endpoint, url, sending);
  if (usesEd25519(endpoint)) checkSignatures(sending);
  // Before the URL changes, so that nothing is sent to one that has not been asked.
  const isMoved = url !== undefined && url !== endpoint.url;
  if (isMoved && readEndpointMetadata(endpoint).requiresVerification === true)
    await deliveries.setHold({ endpointId: endpoint.id }, holds.unverified);
  await deliveries.updateEndpoint(endpoint.id, (current) => {
    // Again: it may have been given secrets at the same time.
    checkMove(current, url, sending);
    return {
      ...(current.polling !== true && { url: url ?? current.url }),
      eventTypes: eventTypes ?? current.eventTypes,
      filter,
      rateLimit: sending.rateLimit,
      options: changeOptions(current.options ?? {}, sending),
      ...(transform !== undefined && {
        metadata: toMetadata({ ...readEndpointMetadata(current), transform }),
      }),
    };
  });
  if (status === undefined) return;
  for (const [held, reason] of [
    ["paused", holds.paused],
    ["disabled", holds.switchedOff],
  ] as const) {
    if (status === held) await deliveries.setHold({ endpointId: endpoint.id }, reason);
    else await deliveries.clearHold({ endpointId: endpoint.id }, reason);
  }
  if (status !== "disabled" && endpoint.status === "disabled") await deliveries.enableEndpoint(endpoint.id);
}

function refusePolling(path: string): PlatformError {
  const message = "is of no use to a polling endpoint";
  return new PlatformError("invalid_request", `${path} ${message}: leave it out.`, [{ path, message }]);
}

function checkTokenUrl(
  { checkEndpointUrl }: PlatformContext,
  { authentication }: EndpointSendingUpdate,
): void {
  if (authentication?.type !== "oauth2") return;
  try {
    checkEndpointUrl(authentication.tokenUrl);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new DeliveryError(error.code, error.message, { cause: error, part: "authentication.tokenUrl" });
  }
}

/** Whether an endpoint's requests are signed with a private key, and not with a secret that the receiver shares. */
export function usesEd25519({ secrets }: Endpoint): boolean {
  return secrets[0]?.startsWith("whsk_") === true;
}

/** @throws PlatformError `invalid_request` for a way to sign that knows no Ed25519 alone */
function checkSignatures({ signatures }: EndpointSendingUpdate): void {
  if (!Array.isArray(signatures) || signatures.includes("standard")) return;
  const message = "must have standard: Ed25519 signs in no other way";
  throw new PlatformError("invalid_request", `signatures: ${message}.`, [{ path: "signatures", message }]);
}

/** Refuses to send another origin what only the one before was given. @throws PlatformError `invalid_request` */
function checkMove(
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

/** An endpoint's options after an update: what it leaves out stays, `null` takes away. */
function changeOptions(
  options: EndpointOptions,
  {
    headers,
    deadlineMilliseconds,
    signatures,
    authentication,
    clientCertificate,
    retryDelaysSeconds,
  }: EndpointSendingUpdate & Pick<WebhookEndpointUpdate, "retryDelaysSeconds">,
): EndpointOptions {
  return {
    ...options,
    headers: headers === null ? undefined : mergeHeaders(options.headers, headers),
    ...(deadlineMilliseconds !== undefined && { deadlineMilliseconds: deadlineMilliseconds ?? undefined }),
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

/** Metadata as it is stored: as JSON, which has no `undefined`. */
export function toMetadata(metadata: EndpointMetadata): Endpoint["metadata"] {
  return z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(metadata)));
}
