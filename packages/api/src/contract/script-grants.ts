import * as z from "zod";
import { scopeNameSchema } from "../vocabulary/vocabulary-schemas.ts";
import { noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { scriptSourcesSchema } from "./script-sources.ts";
import { shape } from "./shape.ts";
import type { DescribedScriptGrant, ScriptGrant } from "./types.ts";

const organizationSchema = z
  .string()
  .min(1)
  .max(limits.identifierLength)
  .describe(
    "The id of the organization that owns the integration. The grant doesn't apply to another owner of the same name.",
  );

const grantSchema = shape(
  "ScriptGrant",
  "Internal permissions that the operator grants an integration. Manifests with internal scopes are rejected without a grant; revoking a grant disables its scopes immediately.",
  z.object({
    organization: organizationSchema,
    scopes: z
      .array(scopeNameSchema)
      .max(limits.keyScopes)
      .describe("Internal scopes of the product. An empty list revokes the grant."),
    sources: scriptSourcesSchema
      .optional()
      .describe(
        "The sources that pages with the script can load, narrowed by the manifest's `contentSecurityPolicy`. Defaults to none.",
      ),
  }),
);

const describedSchema = shape(
  "DescribedScriptGrant",
  "A script grant with its meaning.",
  grantSchema.extend({
    summary: z.array(z.string()).describe("The permissions of the integration in plain English."),
  }),
);

const grant: ScriptGrant = {
  organization: "org_1",
  scopes: ["pages:script"],
  sources: { "connect-src": ["https://collect.example"] },
};
const described: DescribedScriptGrant = {
  ...grant,
  summary: ["Add scripts to pages.", "Send data to collect.example."],
};

/** Operations for script grants. */
export const scriptGrantOperations = defineOperations({
  getScriptGrant: operation({
    method: "GET",
    path: "/integrations/{integration}/script-grant",
    tag: "Integrations",
    summary: "Read the script grant of an integration",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    response: describedSchema,
    example: { response: described },
  }),
  updateScriptGrant: operation({
    method: "PUT",
    path: "/integrations/{integration}/script-grant",
    tag: "Integrations",
    summary: "Set or revoke an integration's script grant, before or after it is published",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    body: grantSchema,
    response: describedSchema,
    example: { body: grant, response: described },
  }),
});
