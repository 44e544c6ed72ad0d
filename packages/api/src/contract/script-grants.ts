import * as z from "zod";
import { internalScopes, type Scope } from "../vocabulary/scope.ts";
import { noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import type { ScriptGrant } from "./types.ts";
import { shape } from "./shape.ts";

const hostPattern =
  /^(?:https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?|wss:\/\/[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?)$/;
const hostsSchema = z
  .array(
    z
      .string()
      .max(limits.identifierLength)
      .regex(hostPattern, "must be an origin such as https://cdn.example"),
  )
  .max(20)
  .optional();

const grantSchema = shape(
  "ScriptGrant",
  "Internal permissions that the operator grants an integration. Manifests with internal scopes are rejected without a grant; revoking a grant disables its scopes immediately.",
  z.object({
    organization: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .describe(
        "The id of the organization that owns the integration. The grant doesn't apply to another owner of the same name.",
      ),
    scopes: z
      .array(z.enum(internalScopes as readonly [Scope, ...Scope[]]))
      .max(internalScopes.length)
      .describe("Internal scopes. An empty list revokes the grant."),
    hosts: shape(
      "ScriptHosts",
      "The origins that a script may use on sites, by Content Security Policy.",
      z.object({
        scripts: hostsSchema.describe("Origins to load scripts from."),
        connections: hostsSchema.describe("Origins to send requests to."),
        styles: hostsSchema.describe("Origins to load styles from."),
        frames: hostsSchema.describe("Origins to embed in frames."),
      }),
    )
      .optional()
      .describe("Origins such as `https://cdn.example` or `https://*.cdn.example`. Defaults to none."),
  }),
);

const grant: ScriptGrant = {
  organization: "org_1",
  scopes: ["site:script:inject"],
  hosts: { connections: ["https://collect.example"] },
};

/** Which integrations may add scripts to sites. */
export const scriptGrantOperations = defineOperations({
  getScriptGrant: operation({
    method: "GET",
    path: "/integrations/{integration}/script-grant",
    tag: "Integrations",
    summary: "Read which internal scopes the operator grants an integration",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    response: grantSchema,
    example: { response: grant },
  }),
  updateScriptGrant: operation({
    method: "PUT",
    path: "/integrations/{integration}/script-grant",
    tag: "Integrations",
    summary:
      "Let an integration add scripts to the sites it is in, before it is published or after, or no longer",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    body: grantSchema,
    response: grantSchema,
    example: { body: grant, response: grant },
  }),
});
