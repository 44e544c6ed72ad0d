import * as z from "zod";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** That something of the platform changed. It does not say what: whoever shows something reads it again. */
export interface ChangeResource {
  readonly id: string;
  /** ISO 8601 time. */
  readonly time: string;
}

const changeSchema: z.ZodType<ChangeResource> = z.object({ id: z.string(), time: z.iso.datetime() });

/** Schemas of this file that the OpenAPI document names. */
export const changeSchemas = { Change: changeSchema };

/** Being notified of changes. */
export const changeOperations = defineOperations({
  listChanges: operation({
    method: "GET",
    path: "/changes",
    tag: "Events and deliveries",
    summary: "Read the latest change, or be notified of each as it comes",
    access: "person",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(changeSchema),
    isLive: true,
    example: { response: { items: [{ id: "chg_7", time: "2026-01-15T09:30:00.000Z" }] } },
  }),
});
