import * as z from "zod";
import { everyMember } from "./callers.ts";
import { uiContextTypeSchema, uiRenderResponseSchema } from "../events/ui-render-schemas.ts";
import { jsonObjectSchema, jsonSchema } from "./json.ts";
import { withKindFields, withProductFields } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQueryFields } from "./page.ts";
import { shape } from "./shape.ts";

const identifier = z.string().min(1).max(limits.identifierLength);

const renderingSchema = shape(
  "ComponentRendering",
  "The input for rendering a component.",
  z.object({
    props: jsonObjectSchema.optional(),
    state: jsonObjectSchema
      .exactOptional()
      .describe("The state from the component's last response. Omit it for the first rendering."),
    action: z.object({ action: identifier }).catchall(jsonSchema.optional()).exactOptional(),
    context: withProductFields(
      withKindFields(
        z.object({
          type: uiContextTypeSchema,
          theme: z.enum(["light", "dark"]),
          editable: z.boolean().exactOptional(),
        }),
        ({ kind }) => ({ [`${kind}Id`]: identifier.exactOptional() }),
      ),
      "componentContext",
    ),
  }),
);

const selectOptionSchema = shape(
  "SelectOption",
  "An option of a `select`.",
  z.object({
    id: z.string(),
    label: z.string(),
    icon: z.string().exactOptional(),
  }),
);

const selectOptionsQuerySchema = shape(
  "SelectOptionsQuery",
  "Selects the options of a `select`.",
  z.object({
    ...pageQueryFields,
    url: z
      .url()
      .max(limits.urlLength)
      .describe(
        "The URL in the component: below the installation's public endpoint and accessible without authentication. At most 2,000 characters.",
      ),
    query: z.string().max(1000).optional().describe("The user's input so far, at most 1,000 characters."),
  }),
);

const responseSchema = shape("UiRenderResponse", "The rendered component.", uiRenderResponseSchema);

/** Operations that render components synchronously through their integration. */
export const componentOperations = defineOperations({
  renderComponent: operation({
    method: "POST",
    path: "/installations/{installationId}/components/{componentId}/render",
    waits: true,
    tag: "Components",
    summary: "Render a component, optionally after an action",
    access: "administrator",
    roles: everyMember,
    changes: false,
    body: renderingSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: responseSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example: {
      body: { props: { count: 1 }, context: { type: "document", theme: "light" } },
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
    summary: "List the integration's options for a component's select with a URL",
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
