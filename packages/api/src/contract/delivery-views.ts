import * as z from "zod";
import { operators } from "./callers.ts";
import { boundedMap } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** Filters of a list of deliveries under a name. Nobody but who saved it sees it. */
export interface DeliveryView {
  readonly id: string;
  readonly name: string;
  /** The filters, as parameters of the console's address: `status`, `type` and so on. */
  readonly search: Readonly<Record<string, string>>;
  /** ISO 8601 time. */
  readonly savedAt: string;
}

/** A view to save. One of the same name is replaced. */
export interface DeliveryViewCreation {
  /** At most 60 characters. */
  readonly name: string;
  /** Values of at most 200 characters. */
  readonly search: Readonly<Record<string, string>>;
}

const maxNameLength = 60;
const name = z.string().trim().min(1).max(maxNameLength);
const search = boundedMap(z.string().max(limits.identifierLength));

const viewSchema: z.ZodType<DeliveryView> = z.object({
  id: z.string(),
  name: z.string(),
  search: z.record(z.string(), z.string()),
  savedAt: z.iso.datetime(),
});

const creationSchema: z.ZodType<DeliveryViewCreation, DeliveryViewCreation> = z.object({ name, search });

const creation: DeliveryViewCreation = { name: "Refused lately", search: { status: "failed", code: "422" } };
const view: DeliveryView = { id: "vie_1", ...creation, savedAt: "2026-01-15T09:30:00.000Z" };

/** Schemas of this file that the OpenAPI document names. */
export const deliveryViewSchemas = { DeliveryView: viewSchema, DeliveryViewCreation: creationSchema };

/** Filters of deliveries that somebody uses again and again. */
export const deliveryViewOperations = defineOperations({
  listDeliveryViews: operation({
    method: "GET",
    path: "/organizations/{organizationId}/delivery-views",
    tag: "Events and deliveries",
    summary: "List the caller's saved views of an organization's deliveries, by name",
    access: "administrator",
    roles: operators,
    query: pageQuerySchema,
    response: pageOf(viewSchema),
    example: { response: { items: [view] } },
  }),
  saveDeliveryView: operation({
    method: "POST",
    path: "/organizations/{organizationId}/delivery-views",
    tag: "Events and deliveries",
    summary: "Save a view of an organization's deliveries; nobody but the caller sees it",
    access: "administrator",
    roles: operators,
    audit: false,
    body: creationSchema,
    response: viewSchema,
    errors: ["conflict"],
    example: { body: creation, response: view },
  }),
  removeDeliveryView: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/delivery-views/{viewId}",
    tag: "Events and deliveries",
    summary: "Remove one of the caller's saved views",
    access: "administrator",
    roles: operators,
    audit: false,
    example: {},
  }),
});
