import { runtimeEventTypes } from "@plugboard/api";
import { runtimeEventSchemas } from "@plugboard/api/schemas";
import { createIdFromKey } from "../common/create-id.ts";
import { PlatformError } from "../common/platform-error.ts";
import { type PlatformUrls, publishedUrlOf } from "../common/platform-urls.ts";
import { getSiteOf, getSpaceOf } from "../content/content.ts";
import { listPages } from "../content/pages.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { emitEvent, type NewEvent } from "../events/append-event.ts";
import { resourceOf } from "../events/location-of-event.ts";
import {
  audienceOf,
  type EmittedEventType,
  type EventAudience,
  sampleFields,
} from "../events/sample-event.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { getInstallation, listResourceInstallations } from "../installations/installations.ts";
import { type EventLocation, explainRecipient } from "./explain-recipient.ts";

type Context = PlatformContext & { readonly urls: PlatformUrls };
type Fields = Readonly<Record<string, unknown>>;

/** A sample event for one installation. */
export interface SampleEvent {
  readonly type: EmittedEventType;
  readonly fields: Fields;
  /** Why the installation would not receive it. */
  readonly refusal?: string | undefined;
  readonly location: EventLocation;
}

/** Options for a sample event. */
export interface SampleEventRequest extends EventLocation {
  /** Merged into the sample's fields. */
  readonly fields?: Fields | undefined;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a sample event of a type for an installation, about its first space, site and page unless the
 * request names others.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a type that cannot be sent
 */
export async function createSampleEvent(
  context: Context,
  installationId: string,
  eventType: string,
  request: EventLocation,
): Promise<SampleEvent> {
  const type = requireEmitted(eventType);
  const installation = await getInstallation(context, installationId);
  const { organizationId } = installation;
  const first = async (kind: "space" | "site"): Promise<string | undefined> =>
    (await listResourceInstallations(context, installationId, kind))[0]?.resourceId;
  const siteId = request.siteId ?? (await first("site"));
  const site = siteId === undefined ? undefined : await getSiteOf(context, organizationId, siteId);
  const about = audienceOf(type).startsWith("site") ? site?.spaceId : undefined;
  const spaceId = request.spaceId ?? about ?? (await first("space")) ?? site?.spaceId;
  const space = spaceId === undefined ? undefined : await getSpaceOf(context, organizationId, spaceId);
  const [page] = space === undefined ? [] : await listPages(context, space.id);
  const base = site === undefined ? "https://docs.example.com/" : publishedUrlOf(context.urls, site.slug);
  const fields = sampleFields(type, {
    spaceId: space?.id ?? "",
    siteId: site?.id ?? "",
    pageId: page?.id ?? "",
    pageUrl: `${base}${page?.slug ?? ""}`,
    revisionId: space?.revisionId ?? "",
  });
  const location = locationOf(audienceOf(type), { spaceId: space?.id, siteId: site?.id });
  const refusal = await explainRecipient(context, installationId, type, location);
  if (type !== "schedule") return { type, fields: { ...fields }, refusal, location };
  const [schedule] = (await getInstalled(context, installation)).manifest.schedules ?? [];
  const tick = { id: schedule?.id ?? "", scheduledFor: new Date(context.now()).toISOString() };
  const missing = schedule === undefined ? "its manifest has no schedules" : undefined;
  return { type, fields: { schedule: tick }, refusal: refusal ?? missing, location };
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
): Promise<{ readonly eventId: string; readonly type: EmittedEventType; readonly fields: Fields }> {
  const {
    type,
    fields: sample,
    refusal,
    location,
  } = await createSampleEvent(context, installationId, eventType, request);
  if (refusal !== undefined)
    throw new PlatformError(
      "conflict",
      `Installation ${installationId} does not receive ${type}: ${refusal}.`,
    );
  const fields = merge(sample, request.fields ?? {});
  requireFitting(type, fields);
  if (type === "schedule") await requireSchedule(context, installationId, fields);
  const id = createIdFromKey("evt", installationId, request.idempotencyKey, context.now());
  const eventId = await emitEvent(context, {
    type,
    // Validated against the type above.
    fields: fields as NewEvent<EmittedEventType>["fields"],
    installationId,
    resource: resourceOf(location),
    id,
  });
  return { eventId, type, fields };
}

function requireEmitted(type: string): EmittedEventType {
  const types = runtimeEventTypes.filter((candidate) => candidate !== "ui_render");
  const match = types.find((candidate) => candidate === type);
  if (match !== undefined) return match;
  throw new PlatformError("invalid_request", `${type} cannot be sent. Choose one of ${types.join(", ")}.`);
}

function locationOf(audience: EventAudience, { spaceId, siteId }: EventLocation): EventLocation {
  return {
    spaceId: audience.startsWith("space") ? spaceId : undefined,
    siteId: audience.startsWith("site") ? siteId : undefined,
  };
}

function requireFitting(type: EmittedEventType, fields: Fields): void {
  const event = { ...fields, type, eventId: "evt", installationId: "ins" };
  const { error } = runtimeEventSchemas[type].safeParse(event);
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
