import * as z from "zod";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";
import type { ContractResource } from "./types.ts";

const jsonSchema = z.record(z.string(), z.unknown());

const kindSchema = shape(
  "ContractKind",
  "A kind of resource that integrations are installed in.",
  z.object({
    kind: z.string(),
    title: z.string(),
    plural: z.string().describe("The kind's name in paths, such as `projects`."),
    within: z
      .string()
      .optional()
      .describe("The kind that contains it. Not set if it belongs to the organization."),
  }),
);

const scopeSchema = shape(
  "ContractScope",
  "A permission that the product adds.",
  z.object({
    scope: z.string(),
    description: z.string(),
    internal: z.boolean().optional().describe("Whether it needs an operator's grant. Defaults to false."),
    formerNames: z
      .array(z.string())
      .optional()
      .describe("Former names, which manifests can use with a warning."),
    foreignNames: z.array(z.string()).optional().describe("Names of the same scope on other platforms."),
  }),
);

const eventSchema = shape(
  "ContractEvent",
  "An event of the product.",
  z.object({
    type: z.string(),
    summary: z.string(),
    on: z.string().describe("The kind of resource that the event is about, or `organization`."),
    scope: z.string().optional().describe("The scope that recipients need. Not set if they need none."),
    version: z.string().describe("The schema's version. It increases with breaking changes."),
    fields: jsonSchema.describe("JSON Schema (draft 2020-12) of the event's own fields."),
    sample: jsonSchema.describe("Sample fields."),
  }),
);

const requestSchema = shape(
  "ContractRequest",
  "A request of the product that integrations respond to.",
  z.object({
    type: z.string().describe("The name of its handler, which starts with `fetch_`."),
    on: z.string().describe("The kind of resource that the request is about."),
    scope: z.string().optional().describe("The scope that an integration needs. Not set if it needs none."),
    fields: jsonSchema.describe("JSON Schema (draft 2020-12) of the request's own fields."),
  }),
);

/** The schema of a product's declarations. */
export const contractSchema = shape(
  "ContractResource",
  "The declarations of the platform's product. Its operations are in the OpenAPI document.",
  z.object({
    name: z.string().describe("The product's name. A manifest can name it in `product`."),
    kinds: z.array(kindSchema),
    scopes: z.array(scopeSchema),
    events: z.array(eventSchema),
    // Servers and files of earlier versions have none.
    requests: z.array(requestSchema).optional().describe("Defaults to none."),
  }),
);

const example: ContractResource = {
  name: "tracker",
  kinds: [{ kind: "project", title: "Project", plural: "projects" }],
  scopes: [{ scope: "issues:read", description: "Read issues." }],
  events: [
    {
      type: "issue_opened",
      summary: "An issue was opened",
      on: "project",
      scope: "issues:read",
      version: "1",
      fields: { type: "object", properties: { issueId: { type: "string" } }, required: ["issueId"] },
      sample: { issueId: "iss_1" },
    },
  ],
};

/** The operation for the declarations of the platform's product. */
export const productContractOperations = defineOperations({
  getContract: operation({
    method: "GET",
    path: "/contract",
    tag: "Integrations",
    summary: "Read the kinds of resources, scopes, events and requests of the platform's product",
    // The response contains only public documentation.
    access: "anyone",
    roles: everyMember,
    response: contractSchema,
    // For an invalid token.
    errors: ["unauthorized"],
    example: { response: example },
  }),
});
