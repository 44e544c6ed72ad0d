import * as z from "zod";
import { atMost } from "./at-most.ts";
import { operators } from "./callers.ts";
import { boundedMap } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { DeliveryView, DeliveryViewCreation } from "./types.ts";
import { shape } from "./shape.ts";

const maxNameLength = 60;
const name = z.string().trim().min(1).max(maxNameLength);
const search = boundedMap(z.string().max(limits.identifierLength));

const viewSchema = shape(
  "DeliveryView",
  "Saved filters of the delivery list. Only their creator sees them.",
  z.object({
    id: z.string(),
    name: z.string(),
    search: z
      .record(z.string(), z.string())
      .describe("The filters as URL parameters of the console: `status`, `type` and so on."),
    savedAt: z.iso.datetime(),
  }),
);

const creationSchema = shape(
  "DeliveryViewCreation",
  "A view to save. It replaces an existing view of the same name.",
  z.object({
    name: name.describe(atMost(maxNameLength, "characters")),
    search: search.describe("Values of at most 200 characters."),
  }),
);

const creation: DeliveryViewCreation = {
  name: "Recently rejected",
  search: { status: "failed", code: "422" },
};
const view: DeliveryView = { id: "vie_1", ...creation, savedAt: "2026-01-15T09:30:00.000Z" };

/** Operations for saved delivery filters. */
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
    summary: "Save a private view of an organization's deliveries",
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
    summary: "Delete one of the caller's saved views",
    access: "administrator",
    roles: operators,
    audit: false,
    example: {},
  }),
});
