import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { eventBase } from "./event-base-schema.ts";
import type { FetchEvent, FetchRequestMap, PreviousInstallation, RuntimeEventMap } from "./runtime-event.ts";
import { uiRenderEventSchema } from "./ui-render-schemas.ts";
import { installationStatusSchema } from "../vocabulary/vocabulary-schemas.ts";
import { visitorSchema, webhookEventSchemas } from "./webhook-event-schemas.ts";

const previous: z.ZodType<PreviousInstallation> = z.looseObject({
  status: installationStatusSchema.exactOptional(),
  configuration: z.record(z.string(), z.unknown()).exactOptional(),
});
const setup = { ...eventBase, status: installationStatusSchema, previous: previous.exactOptional() };
const gitSync = {
  ...eventBase,
  spaceId: z.string(),
  revisionId: z.string(),
  commitId: z.string().exactOptional(),
};

/** The schemas of all events for integrations. Unknown fields are kept. */
export const runtimeEventSchemas: {
  readonly [Type in keyof RuntimeEventMap]: ZodMiniType<RuntimeEventMap[Type]>;
} = {
  ...webhookEventSchemas,
  installation_setup: z.looseObject({ ...setup, type: z.literal("installation_setup") }),
  installation_deleted: z.looseObject({ ...eventBase, type: z.literal("installation_deleted") }),
  space_installation_setup: z.looseObject({
    ...setup,
    type: z.literal("space_installation_setup"),
    spaceId: z.string(),
  }),
  space_installation_deleted: z.looseObject({
    ...eventBase,
    type: z.literal("space_installation_deleted"),
    spaceId: z.string(),
  }),
  site_installation_setup: z.looseObject({
    ...setup,
    type: z.literal("site_installation_setup"),
    siteId: z.string(),
  }),
  site_installation_deleted: z.looseObject({
    ...eventBase,
    type: z.literal("site_installation_deleted"),
    siteId: z.string(),
  }),
  space_view: z.looseObject({
    ...eventBase,
    type: z.literal("space_view"),
    spaceId: z.string(),
    pageId: z.string().exactOptional(),
    visitor: visitorSchema,
    url: z.string(),
    referrer: z.string(),
  }),
  space_visibility_updated: z.looseObject({
    ...eventBase,
    type: z.literal("space_visibility_updated"),
    spaceId: z.string(),
    previousVisibility: z.string(),
    visibility: z.string(),
  }),
  space_gitsync_started: z.looseObject({ ...gitSync, type: z.literal("space_gitsync_started") }),
  space_gitsync_completed: z.looseObject({
    ...gitSync,
    type: z.literal("space_gitsync_completed"),
    state: z.enum(["success", "failure"]),
  }),
  ui_render: uiRenderEventSchema,
  schedule: z.looseObject({
    ...eventBase,
    type: z.literal("schedule"),
    schedule: z.looseObject({ id: z.string(), scheduledFor: z.iso.datetime() }),
  }),
  task: z.looseObject({
    ...eventBase,
    type: z.literal("task"),
    spaceId: z.string().exactOptional(),
    siteId: z.string().exactOptional(),
    task: z.looseObject({
      type: z.string(),
      payload: z.unknown().exactOptional(),
      run: z
        .looseObject({
          number: z.int(),
          milliseconds: z.number(),
          steps: z.record(z.string(), z.looseObject({ value: z.unknown().exactOptional() })),
        })
        .exactOptional(),
    }),
  }),
};

/** The schema of a `fetch` event: a request to a public endpoint. */
export const fetchEventSchema: z.ZodType<FetchEvent> = z.looseObject({
  eventId: eventBase.eventId,
  installationId: z.exactOptional(eventBase.installationId),
  type: z.literal("fetch"),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
  }),
});

/** The schemas of requests for a response from a site or webhook. */
export const fetchRequestSchemas: {
  readonly [Type in keyof FetchRequestMap]: ZodMiniType<FetchRequestMap[Type]>;
} = {
  fetch_published_script: z.looseObject({
    ...eventBase,
    type: z.literal("fetch_published_script"),
    siteId: z.string(),
  }),
  fetch_visitor_authentication: z.looseObject({
    ...eventBase,
    type: z.literal("fetch_visitor_authentication"),
    siteId: z.string(),
    location: z.string(),
    action: z.enum(["login", "logout"]),
  }),
  fetch_webhook_payload: z.looseObject({
    ...eventBase,
    type: z.literal("fetch_webhook_payload"),
    endpointId: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
};
