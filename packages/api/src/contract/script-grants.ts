import * as z from "zod";
import { internalScopes, type Scope } from "../vocabulary/scope.ts";
import { noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** What a script of an integration may do on the sites it is in, by Content Security Policy. */
export interface ScriptHosts {
  /** Where it may load further scripts from. */
  readonly scripts?: readonly string[] | undefined;
  /** Where it may send requests to. */
  readonly connections?: readonly string[] | undefined;
  /** Where it may load styles from. */
  readonly styles?: readonly string[] | undefined;
  /** What it may show in frames. */
  readonly frames?: readonly string[] | undefined;
}

/**
 * What the operator of the platform allows an integration beyond what third parties may do. Without a grant, a manifest that names
 * an internal scope is refused; when a grant is taken back, its scopes count no longer at once.
 */
export interface ScriptGrant {
  /** Identifier of the organization that the integration belongs to: whoever else takes the name is granted nothing. */
  readonly organization: string;
  /** Internal scopes; an empty list takes the grant back. */
  readonly scopes: readonly Scope[];
  /** Origins as in `https://cdn.example` or `https://*.cdn.example`; none where left out. */
  readonly hosts?: ScriptHosts | undefined;
}

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

const grantSchema: z.ZodType<ScriptGrant, ScriptGrant> = z.object({
  organization: z.string().min(1).max(limits.identifierLength),
  scopes: z.array(z.enum(internalScopes as readonly [Scope, ...Scope[]])).max(internalScopes.length),
  hosts: z
    .object({ scripts: hostsSchema, connections: hostsSchema, styles: hostsSchema, frames: hostsSchema })
    .optional(),
});

const grant: ScriptGrant = {
  organization: "org_1",
  scopes: ["site:script:inject"],
  hosts: { connections: ["https://collect.example"] },
};

/** Schemas of this file that the OpenAPI document names. */
export const scriptGrantSchemas = { ScriptGrant: grantSchema };

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
