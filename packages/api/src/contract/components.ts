import * as z from "zod";
import { everyMember } from "./callers.ts";
import {
  type JsonObject,
  type UiAction,
  type UiContext,
  uiContextTypes,
  type UiRenderResponse,
} from "../events/ui-render.ts";
import { uiRenderResponseSchema } from "../events/ui-render-schemas.ts";
import { jsonObjectSchema, jsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type PageQuery, pageOf, pageQueryFields } from "./page.ts";

/** What a component is rendered from. */
export interface ComponentRendering {
  readonly props?: JsonObject | undefined;
  /** What the component responded with before; left out on the first rendering. */
  readonly state?: JsonObject;
  readonly action?: UiAction;
  readonly context: UiContext;
}

/** An option of a `select`. */
export interface SelectOption {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
}

/** Which options of a `select` to list. */
export interface SelectOptionsQuery extends PageQuery {
  /** The URL that the component names: below the installation's public endpoint, and open to everybody. At most 2,000 characters. */
  readonly url: string;
  /** What the user has typed so far; at most 1,000 characters. */
  readonly query?: string | undefined;
}

const identifier = z.string().min(1).max(limits.identifierLength);

const renderingSchema: z.ZodType<ComponentRendering, ComponentRendering> = z.object({
  props: jsonObjectSchema.optional(),
  state: jsonObjectSchema.exactOptional(),
  action: z.object({ action: identifier }).catchall(jsonSchema).exactOptional(),
  context: z.object({
    type: z.enum(uiContextTypes),
    theme: z.enum(["light", "dark"]),
    spaceId: identifier.exactOptional(),
    siteId: identifier.exactOptional(),
    pageId: identifier.exactOptional(),
    editable: z.boolean().exactOptional(),
  }),
});

const selectOptionSchema: z.ZodType<SelectOption> = z.object({
  id: z.string(),
  label: z.string(),
  icon: z.string().exactOptional(),
});

const selectOptionsQuerySchema: z.ZodType<SelectOptionsQuery, SelectOptionsQuery> = z.object({
  ...pageQueryFields,
  url: z.url().max(limits.urlLength).meta({ description: "The URL that the component names." }),
  query: z.string().max(1000).meta({ description: "What the user has typed so far." }).optional(),
});

const responseSchema: z.ZodType<UiRenderResponse> = uiRenderResponseSchema;

/** Schemas of this file that the OpenAPI document names. */
export const componentSchemas = {
  ComponentRendering: renderingSchema,
  UiRenderResponse: responseSchema,
  SelectOption: selectOptionSchema,
};

/** Rendering of components, by the integration itself and while the caller waits. */
export const componentOperations = defineOperations({
  renderComponent: operation({
    method: "POST",
    path: "/installations/{installationId}/components/{componentId}/render",
    waits: true,
    tag: "Components",
    summary: "Render a component, after an action where one is given",
    access: "administrator",
    roles: everyMember,
    changes: false,
    body: renderingSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: responseSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example: {
      body: { props: { count: 1 }, context: { type: "document", theme: "light", spaceId: "spc_1" } },
      response: {
        type: "element",
        state: {},
        props: { count: 1 },
        element: { type: "block", children: [{ type: "text", children: ["1 change"] }] },
      },
    },
  }),
  listSelectOptions: operation({
    method: "GET",
    path: "/installations/{installationId}/select-options",
    waits: true,
    tag: "Components",
    summary: "List the options of a select whose component names a URL, as its integration offers them",
    access: "administrator",
    roles: everyMember,
    query: selectOptionsQuerySchema,
    response: pageOf(selectOptionSchema),
    errors: ["integration_failed", "integration_unreachable"],
    example: {
      query: { url: "https://sites.example/integrations/ins_1/teams", query: "do" },
      response: { items: [{ id: "docs", label: "Documentation" }] },
    },
  }),
});
