import * as z from "zod";
import { changedResources } from "./changed-resource.ts";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const changeSchema = shape(
  "ChangeResource",
  "A notice that data changed. Clients that show data read it again.",
  z.object({
    id: z.string(),
    time: z.iso.datetime(),
    resources: z
      .array(z.enum(changedResources))
      .optional()
      .describe("The resources that changed since the previous notice. Not set if they are unknown."),
  }),
);

/** Operations for change notifications. */
export const changeOperations = defineOperations({
  listChanges: operation({
    method: "GET",
    path: "/changes",
    tag: "Events and deliveries",
    summary: "Read the latest change, or stream changes as they happen",
    access: "person",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(changeSchema),
    isLive: true,
    example: {
      response: { items: [{ id: "chg_7", time: "2026-01-15T09:30:00.000Z", resources: ["content"] }] },
    },
  }),
});
