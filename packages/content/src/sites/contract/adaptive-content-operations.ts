import {
  defineOperations,
  editors,
  everyMember,
  limits,
  operation,
  settingsSchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { ClaimsSchema, PageConditions } from "../../client/types.ts";

const maxConditions = 20;
const maxClaims = 100;

const claimsSchema = shape(
  "ClaimsSchema",
  "The visitor claims that a site stores: a JSON Schema of an object whose `properties` are the claims. Other claims in a visitor's token are dropped; without a schema, all claims are stored.",
  z.object({
    schema: settingsSchema.refine(
      ({ type, properties = {} }) =>
        type === "object" &&
        typeof properties === "object" &&
        Object.keys(Object(properties)).length <= maxClaims,
      { error: `must be a JSON Schema of type "object" with at most ${maxClaims} properties` },
    ),
  }),
);

const conditionSchema = shape(
  "PageCondition",
  "A condition on one claim of a visitor.",
  z.object({
    claim: z
      .string()
      .max(limits.identifierLength)
      .regex(/^[^\s.]+(?:\.[^\s.]+)*$/, "must be the name of a claim, such as plan or account.plan")
      .describe("The claim's name, with dots for nested claims."),
    anyOf: z
      .array(z.union([z.string().max(limits.identifierLength), z.number(), z.boolean()]))
      .min(1, "must have at least one value")
      .max(maxConditions)
      .describe("Met if the claim is one of these values, or a list that contains one of them."),
  }),
);

const conditionsSchema = shape(
  "PageConditions",
  "The visitors who can see a page on published sites: those who meet all conditions, or everyone if there are no conditions.",
  z.object({
    conditions: z.array(conditionSchema).max(maxConditions),
  }),
);

const schemaExample: ClaimsSchema = {
  schema: { type: "object", properties: { plan: { type: "string", enum: ["free", "pro"] } } },
};
const conditionsExample: PageConditions = { conditions: [{ claim: "plan", anyOf: ["pro"] }] };

/** Operations for pages whose audience depends on visitor claims. */
export const adaptiveContentOperations = defineOperations(
  {
    getClaimsSchema: operation({
      method: "GET",
      path: "/sites/{siteId}/claims-schema",
      tag: "Content",
      summary: "Read the visitor claims that a site stores",
      access: { resource: "site", scope: "site:adaptive:read" },
      roles: everyMember,
      response: claimsSchema,
      example: { response: schemaExample },
    }),
    updateClaimsSchema: operation({
      method: "PUT",
      path: "/sites/{siteId}/claims-schema",
      tag: "Content",
      summary: "Set the visitor claims that a site stores, effective at the next sign-in",
      access: { resource: "site", scope: "site:adaptive:write" },
      roles: editors,
      body: claimsSchema,
      response: claimsSchema,
      example: { body: schemaExample, response: schemaExample },
    }),
    getPageConditions: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/conditions",
      tag: "Content",
      summary: "Read a page's audience on sites",
      access: { resource: "space", scope: "space:content:read" },
      roles: everyMember,
      response: conditionsSchema,
      example: { response: conditionsExample },
    }),
    updatePageConditions: operation({
      method: "PUT",
      path: "/spaces/{spaceId}/pages/{pageId}/conditions",
      tag: "Content",
      summary: "Show a page on sites only to visitors whose claims meet all conditions",
      access: { resource: "space", scope: "space:content:write" },
      roles: editors,
      body: conditionsSchema,
      response: conditionsSchema,
      example: { body: conditionsExample, response: conditionsExample },
    }),
  },
  pathParameters,
);
