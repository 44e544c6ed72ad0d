import * as z from "zod";
import { editors, everyMember } from "./callers.ts";
import { uiRenderResponseSchema } from "../events/ui-render-schemas.ts";
import { jsonObjectSchema, jsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQueryFields } from "./page.ts";
import { shape } from "./shape.ts";

const toolSchema = shape(
  "ToolResource",
  "A tool of an installed integration.",
  z.object({
    id: z.string().describe("The tool's ID in the manifest."),
    name: z
      .string()
      .describe("The tool's name for agents: the integration's name, two underscores and the ID."),
    integration: z.string(),
    installationId: z.string(),
    title: z.string(),
    description: z.string().describe("Written by the integration's author."),
    writes: z
      .boolean()
      .describe(
        "Whether calls can change data. If so, call it with `callWritingTool`, otherwise with `callTool`.",
      ),
    inputSchema: jsonObjectSchema.describe("The JSON Schema of the arguments."),
    outputSchema: jsonObjectSchema.optional().describe("The JSON Schema of the result."),
    component: z
      .string()
      .optional()
      .describe("The component that shows a result. Render it with `renderToolComponent`."),
  }),
);

const callSchema = shape(
  "ToolCall",
  "The arguments of a tool.",
  z.object({ arguments: jsonObjectSchema.describe("Must match the tool's `inputSchema`.") }),
);

const resultSchema = shape(
  "ToolResult",
  "The result of a tool.",
  z.object({ result: jsonObjectSchema.describe("Matches the tool's `outputSchema`, if it has one.") }),
);

const identifier = z.string().min(1).max(limits.identifierLength);

const componentRequest = {
  componentId: identifier
    .exactOptional()
    .describe("The tool's component, or one that it opened in a modal. Defaults to the tool's component."),
  props: jsonObjectSchema.describe("The tool's result, or the props of a modal's component."),
  theme: z.enum(["light", "dark"]),
};
const stateSchema = jsonObjectSchema.describe("The state from the component's last response.");

const renderingSchema = shape(
  "ToolComponentRendering",
  "The input for showing the component of a tool.",
  z.object({ ...componentRequest, state: stateSchema.exactOptional() }),
);

const actionSchema = shape(
  "ToolComponentAction",
  "A person's action in the component of a tool.",
  z.object({
    ...componentRequest,
    state: stateSchema.exactOptional(),
    action: z.object({ action: identifier }).catchall(jsonSchema.optional()),
  }),
);

const renderedSchema = shape("UiRenderResponse", "The rendered component.", uiRenderResponseSchema);

const example = {
  body: { arguments: { query: "webhooks" } },
  response: { result: { articles: [{ id: "art_1", title: "Webhooks" }] } },
};

const renderedExample = {
  type: "element",
  state: {},
  props: { pieces: 3 },
  element: { type: "block", children: [{ type: "text", children: ["3 pieces"] }] },
} as const;

/** Operations for the tools of integrations. */
export const toolOperations = defineOperations({
  listTools: operation({
    method: "GET",
    path: "/organizations/{organizationId}/tools",
    tag: "Tools",
    summary: "List the tools of an organization's active installations",
    access: "administrator",
    keyScope: "agent:tools:read",
    roles: everyMember,
    query: shape(
      "ToolsQuery",
      "Selects tools.",
      z.object({
        ...pageQueryFields,
        integration: z
          .string()
          .max(limits.identifierLength)
          .optional()
          .describe("Only the tools of this integration. Defaults to all integrations."),
      }),
    ),
    response: pageOf(toolSchema),
    example: {
      response: {
        items: [
          {
            id: "find_articles",
            name: "content-digest__find_articles",
            integration: "content-digest",
            installationId: "ins_1",
            title: "Find articles",
            description: "Finds articles by a word in their title.",
            writes: false,
            inputSchema: { type: "object", properties: { query: { type: "string" } } },
          },
        ],
      },
    },
  }),
  callTool: operation({
    method: "POST",
    path: "/installations/{installationId}/tools/{toolId}/call",
    waits: true,
    audit: "attempts",
    tag: "Tools",
    summary: "Call a tool that only reads",
    access: "administrator",
    keyScope: "agent:tools:read",
    roles: everyMember,
    changes: false,
    body: callSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: resultSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example,
  }),
  renderToolComponent: operation({
    method: "POST",
    path: "/installations/{installationId}/tools/{toolId}/component/render",
    waits: true,
    tag: "Tools",
    summary: "Render the component that shows the result of a tool",
    access: "administrator",
    keyScope: "agent:tools:read",
    roles: everyMember,
    changes: false,
    body: renderingSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: renderedSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example: {
      body: { props: { pieces: 3 }, theme: "light" },
      response: renderedExample,
    },
  }),
  useToolComponent: operation({
    method: "POST",
    path: "/installations/{installationId}/tools/{toolId}/component/use",
    waits: true,
    audit: "attempts",
    tag: "Tools",
    summary: "Perform an action in the component of a tool",
    access: "administrator",
    // Actions can change data, even those of a tool that only reads.
    keyScope: "agent:tools:write",
    roles: editors,
    body: actionSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: renderedSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example: {
      body: { props: { pieces: 3 }, state: {}, action: { action: "order" }, theme: "light" },
      response: renderedExample,
    },
  }),
  callWritingTool: operation({
    method: "POST",
    path: "/installations/{installationId}/tools/{toolId}/write",
    waits: true,
    audit: "attempts",
    tag: "Tools",
    summary: "Call a tool that can change data",
    access: "administrator",
    keyScope: "agent:tools:write",
    roles: editors,
    body: callSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: resultSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example,
  }),
});
