import type { JsonObject } from "../events/ui-render.ts";
import * as z from "zod";
import { editors, everyMember } from "./callers.ts";
import { settingsSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/**
 * The claims that a site keeps of its visitors: a JSON Schema of an object, whose `properties` are the claims. Of a visitor's token,
 * only these are kept; without a schema, all are.
 */
export interface ClaimsSchema {
  readonly schema: JsonObject;
}

/** What a claim of a visitor must be. */
export interface PageCondition {
  /** Its name; of a claim inside another one, both with a dot between them. */
  readonly claim: string;
  /** One of these, or a list with one of these in it. */
  readonly anyOf: readonly (string | number | boolean)[];
}

/** For whom a page is on the sites that publish it: visitors who meet all conditions; everyone where there are none. */
export interface PageConditions {
  readonly conditions: readonly PageCondition[];
}

const maxConditions = 20;
const maxClaims = 100;

const claimsSchema: z.ZodType<ClaimsSchema, ClaimsSchema> = z.object({
  schema: settingsSchema.refine(
    ({ type, properties = {} }) =>
      type === "object" &&
      typeof properties === "object" &&
      Object.keys(Object(properties)).length <= maxClaims,
    { error: `must be a JSON Schema of type "object" with at most ${maxClaims} properties` },
  ),
});

const conditionSchema: z.ZodType<PageCondition, PageCondition> = z.object({
  claim: z
    .string()
    .max(limits.identifierLength)
    .regex(/^[^\s.]+(?:\.[^\s.]+)*$/, "must be the name of a claim, such as plan or account.plan"),
  anyOf: z
    .array(z.union([z.string().max(limits.identifierLength), z.number(), z.boolean()]))
    .min(1, "must have at least one value")
    .max(maxConditions),
});

const conditionsSchema: z.ZodType<PageConditions, PageConditions> = z.object({
  conditions: z.array(conditionSchema).max(maxConditions),
});

const schemaExample: ClaimsSchema = {
  schema: { type: "object", properties: { plan: { type: "string", enum: ["free", "pro"] } } },
};
const conditionsExample: PageConditions = { conditions: [{ claim: "plan", anyOf: ["pro"] }] };

/** Schemas of this file that the OpenAPI document names. */
export const adaptiveContentSchemas = { ClaimsSchema: claimsSchema, PageConditions: conditionsSchema };

/** Pages that depend on who reads them. */
export const adaptiveContentOperations = defineOperations({
  getClaimsSchema: operation({
    method: "GET",
    path: "/sites/{siteId}/claims-schema",
    tag: "Content",
    summary: "Read which claims a site keeps of its visitors",
    access: { resource: "site", scope: "site:adaptive:read" },
    roles: everyMember,
    response: claimsSchema,
    example: { response: schemaExample },
  }),
  updateClaimsSchema: operation({
    method: "PUT",
    path: "/sites/{siteId}/claims-schema",
    tag: "Content",
    summary: "Set which claims a site keeps of its visitors, from their next sign-in on",
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
    summary: "Read for whom a page is on sites",
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
});
