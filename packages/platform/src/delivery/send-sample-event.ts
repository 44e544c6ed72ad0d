import type { PlatformEventType } from "@plugboard/api";
import { platformEventSchemas } from "@plugboard/api/schemas";
import type { Kysely } from "kysely";
import { createIdFromKey } from "../common/create-id.ts";
import { describeIssue } from "../common/describe-issue.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformUrls } from "../common/platform-urls.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { emitEvent, type NewEvent } from "../events/append-event.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { getInstallation, listResourceInstallations } from "../installations/installations.ts";
import { kindOfEvent, lifecycleOf, listSampleTypes } from "../product/event-declarations.ts";
import { findResourceOrganization } from "../resources/find-resource.ts";
import { type EventLocation, explainRecipient } from "./explain-recipient.ts";

type Context = PlatformContext & { readonly urls: PlatformUrls };
type Fields = Readonly<Record<string, unknown>>;

/** A sample event for one installation. */
export interface SampleEvent {
  readonly type: string;
  readonly fields: Fields;
  /** Why the installation would not receive it. */
  readonly refusal?: string | undefined;
  /** The resource that it is about. `undefined` for the organization. */
  readonly resource: NewEvent["resource"];
}

/** Options for a sample event. */
export interface SampleEventRequest {
  /** Merged into the sample's fields. */
  readonly fields?: Fields | undefined;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a sample event of a type for an installation, about its first resource of the event's kind unless
 * `location` names another in `resourceId` or in the field of its kind, such as `projectId`.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a type that cannot be sent
 */
export async function createSampleEvent(
  context: Context,
  installationId: string,
  type: string,
  location: EventLocation,
): Promise<SampleEvent> {
  const { product } = context;
  requireSampleType(listSampleTypes(product), type);
  const installation = await getInstallation(context, installationId);
  const { organizationId } = installation;
  const kind = kindOfEvent(product, type);
  const named = kind === undefined ? undefined : (location["resourceId"] ?? location[`${kind}Id`]);
  await requireOwn(context, organizationId, { ...location, ...(kind && { [`${kind}Id`]: named }) });
  const resourceId =
    kind === undefined
      ? undefined
      : (named ?? (await listResourceInstallations(context, installationId, kind))[0]?.resourceId);
  const fields = {
    ...(await sampleFieldsOf(context, { type, organizationId, resourceId })),
    ...(kind !== undefined && { [`${kind}Id`]: resourceId ?? "" }),
  };
  const resource = kind === undefined || resourceId === undefined ? undefined : { kind, id: resourceId };
  const refusal = await explainRecipient(
    context,
    installationId,
    type,
    kind === undefined ? {} : { [`${kind}Id`]: resourceId },
  );
  if (type !== "schedule") return { type, fields, refusal, resource };
  const [schedule] = (await getInstalled(context, installation)).manifest.schedules ?? [];
  const tick = { id: schedule?.id ?? "", scheduledFor: new Date(context.now()).toISOString() };
  const missing = schedule === undefined ? "its manifest has no schedules" : undefined;
  return { type, fields: { schedule: tick }, refusal: refusal ?? missing, resource };
}

/**
 * Sends a sample event to one installation, as durably as any event.
 *
 * @throws PlatformError `conflict` with the reason why the installation does not receive it,
 * `invalid_request` for fields that do not match the type
 */
export async function sendSampleEvent(
  context: Context,
  installationId: string,
  eventType: string,
  request: SampleEventRequest,
  location: EventLocation = {},
): Promise<{ readonly eventId: string; readonly type: string; readonly fields: Fields }> {
  const {
    type,
    fields: sample,
    refusal,
    resource,
  } = await createSampleEvent(context, installationId, eventType, location);
  if (refusal !== undefined)
    throw new PlatformError(
      "conflict",
      `Installation ${installationId} does not receive ${type}: ${refusal}.`,
    );
  const fields = merge(sample, request.fields ?? {});
  requireFitting(context, type, fields);
  if (type === "schedule") await requireSchedule(context, installationId, fields);
  const id = createIdFromKey("evt", installationId, request.idempotencyKey, context.now());
  const eventId = await emitEvent(context, {
    type,
    fields,
    installationId,
    resource,
    id,
  });
  return { eventId, type, fields };
}

function requireSampleType(types: readonly string[], type: string): void {
  if (types.includes(type)) return;
  throw new PlatformError("invalid_request", `${type} cannot be sent. Choose one of ${types.join(", ")}.`);
}

/** Checks that the named resources belong to an organization. @throws PlatformError `not_found` */
async function requireOwn(context: Context, organizationId: string, location: EventLocation): Promise<void> {
  for (const kind of Object.keys(context.product?.contract.kinds ?? {})) {
    const id = location[`${kind}Id`];
    if (id === undefined) continue;
    const owner = await findResourceOrganization(context, context.db, { kind, id });
    orNotFound(owner === organizationId ? owner : undefined, `${kind} ${id}`);
  }
}

async function sampleFieldsOf(
  { db, product, urls }: Context,
  subject: {
    readonly type: string;
    readonly organizationId: string;
    readonly resourceId: string | undefined;
  },
): Promise<Fields> {
  const { type } = subject;
  if (lifecycleOf(type) === "setup") return { status: "active" };
  if (type === "task") return { task: { type: "" } };
  const sample = product?.contract.events?.[type]?.sample;
  if (sample === undefined) return {};
  // A product reads its own tables, which the platform's types do not list.
  return { ...sample, ...(await product?.sample?.(db as unknown as Kysely<unknown>, { ...subject, urls })) };
}

function requireFitting({ product }: Context, type: string, fields: Fields): void {
  const declared = product?.contract.events?.[type]?.fields;
  const change = lifecycleOf(type);
  const own = change === undefined ? type : (`installation_${change}` as const);
  const event = { ...fields, type: own, eventId: "evt", installationId: "ins" };
  // The remaining types are the platform's.
  const { error } = (declared ?? platformEventSchemas[own as PlatformEventType]).safeParse(event, {
    error: describeIssue,
  });
  if (error === undefined) return;
  const problems = error.issues.map(({ path, message }) => ({ path: `fields.${path.join(".")}`, message }));
  throw new PlatformError("invalid_request", `The fields do not match ${type}.`, problems);
}
async function requireSchedule(context: Context, installationId: string, fields: Fields): Promise<void> {
  const { manifest } = await getInstalled(context, await getInstallation(context, installationId));
  const ids = (manifest.schedules ?? []).map(({ id }) => id);
  const { id }: { readonly id?: unknown } = Object(fields["schedule"]);
  if (ids.some((scheduleId) => scheduleId === id)) return;
  const message = `is not a schedule of the manifest; its schedules are ${ids.join(", ")}`;
  throw new PlatformError("invalid_request", `fields.schedule.id ${message}.`, [
    { path: "fields.schedule.id", message },
  ]);
}

function merge(sample: Fields, overrides: Fields): Fields {
  const replaced = Object.entries(overrides).map(([name, value]) => {
    const own = sample[name];
    return [name, isObject(own) && isObject(value) ? merge(own, value) : value];
  });
  return { ...sample, ...Object.fromEntries(replaced) };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
