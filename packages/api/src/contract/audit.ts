import * as z from "zod";
import { managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type OrganizationQuery, organizationQueryFields, pageOf } from "./page.ts";

/** That somebody changed something. Secrets in it read `[hidden]`, and long texts are cut. */
export interface AuditEntryResource {
  readonly id: string;
  /** Identifier of the organization it concerns; absent for what concerns the platform. */
  readonly organization?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  readonly actor: {
    /** `admin` is the platform's administrator. */
    readonly type: "admin" | "member" | "key" | "portal" | "integration" | "installation";
    /** Identifier of the person, key or installation, or the name of the integration. */
    readonly id: string;
  };
  /** The network address that the request came from, where it is known. */
  readonly address?: string | undefined;
  /** Identifier of the operation. */
  readonly operation: string;
  /** What the path of the request named. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** What was asked for. */
  readonly request?: Readonly<Record<string, unknown>> | undefined;
  /** How the thing was before. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  /** How it was afterwards, as the caller saw it. */
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** Which entries to list. All parts must hold. */
export interface AuditQuery extends OrganizationQuery {
  /** The identifier of a person, a key or an installation, or the name of an integration. */
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  /** The identifier of something that the path named. */
  readonly resource?: string | undefined;
  /** ISO 8601 time; entries at or after it. */
  readonly since?: string | undefined;
  /** ISO 8601 time; entries before it. */
  readonly until?: string | undefined;
}

const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const fields = z.record(z.string(), z.unknown());

const entrySchema: z.ZodType<AuditEntryResource> = z.object({
  id: z.string(),
  organization: z.string().optional(),
  createdAt: time,
  actor: z.object({
    type: z.enum(["admin", "member", "key", "portal", "integration", "installation"]),
    id: z.string(),
  }),
  address: z.string().optional(),
  operation: z.string(),
  resource: fields,
  request: fields.optional(),
  before: fields.optional(),
  after: fields.optional(),
});

const querySchema: z.ZodType<AuditQuery, AuditQuery> = z.object({
  ...organizationQueryFields,
  actor: identifier
    .meta({ description: "Only what this person, key, installation or integration did." })
    .optional(),
  operation: identifier.meta({ description: "Only calls of this operation." }).optional(),
  resource: identifier.meta({ description: "Only calls whose path named this identifier." }).optional(),
  since: time.meta({ description: "Only entries at or after this time." }).optional(),
  until: time.meta({ description: "Only entries before this time." }).optional(),
});

/** Schemas of this file that the OpenAPI document names. */
export const auditSchemas = { AuditEntry: entrySchema };

/** Who changed what. */
export const auditOperations = defineOperations({
  listAuditEntries: operation({
    method: "GET",
    path: "/audit-entries",
    tag: "Audit log",
    summary: "List who changed what in the caller's organizations, newest first",
    access: "administrator",
    roles: managers,
    query: querySchema,
    response: pageOf(entrySchema),
    example: {
      query: { operation: "pauseInstallation", since: "2026-01-15T00:00:00Z" },
      response: {
        items: [
          {
            id: "aud_1",
            organization: "org_1",
            createdAt: "2026-01-15T09:30:00.000Z",
            actor: { type: "member", id: "usr_1" },
            address: "203.0.113.7",
            operation: "pauseInstallation",
            resource: { installationId: "ins_1" },
            before: { id: "ins_1", status: "active" },
            after: { id: "ins_1", status: "paused" },
          },
        ],
      },
    },
  }),
});
