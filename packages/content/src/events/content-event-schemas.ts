import { eventBase } from "@plugboard/api/schemas";
import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import type { ContentEventMap } from "./content-event.ts";
import type { ContentRequestMap } from "./content-request.ts";
import { visitorSchema, webhookEventSchemas } from "./webhook-event-schemas.ts";

const gitSync = {
  ...eventBase,
  spaceId: z.string(),
  revisionId: z.string(),
  commitId: z.string().exactOptional(),
};

/** The schemas of the product's events. Unknown fields are kept. */
export const contentEventSchemas: {
  readonly [Type in keyof ContentEventMap]: ZodMiniType<ContentEventMap[Type]>;
} = {
  ...webhookEventSchemas,
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
};

/** The schemas of the product's requests. Unknown fields are kept. */
export const contentRequestSchemas: {
  readonly [Type in keyof ContentRequestMap]: ZodMiniType<ContentRequestMap[Type]>;
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
};
