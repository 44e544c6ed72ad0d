import * as z from "zod";
import { type PlatformEventResource, platformEventSchema } from "./deliveries.ts";
import { managers, owners } from "./callers.ts";
import { operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import * as routes from "./routes.ts";

/** One thing of an organization, as it is stored, without secrets. */
export interface ExportedRow {
  /** Which kind of thing, as in `pages`. */
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was erased of a visitor. */
export interface VisitorErasure {
  /** How many events there were. */
  readonly events: number;
}

const rowSchema: z.ZodType<ExportedRow> = z.object({
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const erasureSchema: z.ZodType<VisitorErasure> = z.object({ events: z.int() });

const event: PlatformEventResource = {
  id: "evt_1",
  type: "site_view",
  siteId: "sit_1",
  payload: { visitor: { anonymousId: "4f1c" } },
  dueAt: "2026-01-15T09:30:00.000Z",
  createdAt: "2026-01-15T09:30:00.000Z",
  recipients: ["ins_1"],
};

/** Schemas of this file that the OpenAPI document names. */
export const tenancySchemas = { ExportedRow: rowSchema, VisitorErasure: erasureSchema };

/** What is stored of an organization and of visitors as a whole: to take it along, and to be rid of it. */
export const tenancyOperations = {
  listOrganizationExport: operation(routes.listOrganizationExport, {
    tag: "Organizations",
    summary: "Export everything that an organization has, part by part, without secrets",
    access: "administrator",
    roles: owners,
    query: pageQuerySchema,
    response: pageOf(rowSchema),
    example: {
      query: { limit: 100 },
      response: { items: [{ kind: "spaces", data: { id: "spc_1", title: "Guides" } }], next: "pages 0" },
    },
  }),
  deleteOrganization: operation(routes.deleteOrganization, {
    tag: "Organizations",
    summary: "Delete an organization with all that it has, events and deliveries included",
    access: "administrator",
    roles: owners,
    example: {},
  }),
  listVisitorEvents: operation(routes.listVisitorEvents, {
    tag: "Organizations",
    summary: "List the events that hold data of a visitor, newest first",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(platformEventSchema),
    example: { response: { items: [event] } },
  }),
  eraseVisitor: operation(routes.eraseVisitor, {
    tag: "Organizations",
    summary: "Erase what is stored of a visitor: events, deliveries and what they sent",
    access: "administrator",
    roles: managers,
    response: erasureSchema,
    example: { response: { events: 12 } },
  }),
};
