import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { eventBase } from "./event-base-schema.ts";
import type {
  FetchEvent,
  PlatformEventMap,
  PlatformRequestMap,
  PreviousInstallation,
} from "./platform-event.ts";
import { uiRenderEventSchema } from "./ui-render-schemas.ts";
import { installationStatusSchema } from "../vocabulary/vocabulary-schemas.ts";

const previous: z.ZodType<PreviousInstallation> = z.looseObject({
  status: installationStatusSchema.exactOptional(),
  configuration: z.record(z.string(), z.unknown()).exactOptional(),
});

/** The schemas of the platform's events. Unknown fields are kept. */
export const platformEventSchemas: {
  readonly [Type in keyof PlatformEventMap]: ZodMiniType<PlatformEventMap[Type]>;
} = {
  installation_setup: z.looseObject({
    ...eventBase,
    type: z.literal("installation_setup"),
    status: installationStatusSchema,
    previous: previous.exactOptional(),
  }),
  installation_deleted: z.looseObject({ ...eventBase, type: z.literal("installation_deleted") }),
  ui_render: uiRenderEventSchema,
  schedule: z.looseObject({
    ...eventBase,
    type: z.literal("schedule"),
    schedule: z.looseObject({ id: z.string(), scheduledFor: z.iso.datetime() }),
  }),
  task: z.intersection(
    z.looseObject({
      ...eventBase,
      type: z.literal("task"),
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
    z.looseRecord(z.templateLiteral([z.string(), "Id"]), z.string()),
  ),
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

/** The schemas of the platform's requests for a response. */
export const platformRequestSchemas: {
  readonly [Type in keyof PlatformRequestMap]: ZodMiniType<PlatformRequestMap[Type]>;
} = {
  fetch_webhook_payload: z.looseObject({
    ...eventBase,
    type: z.literal("fetch_webhook_payload"),
    endpointId: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
};
