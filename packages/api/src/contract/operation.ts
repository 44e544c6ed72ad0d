import type * as z from "zod";
import type { Role } from "../vocabulary/role.ts";
import type { ScopeName } from "../vocabulary/scope.ts";
import type { ReadOnly } from "./infer.ts";
import { limits } from "./limits.ts";
import { type PathParameters, parametersOf, type ProductParameters } from "./parameters.ts";
import type { ErrorCode } from "./problem.ts";

/**
 * The integration tokens that can call an operation. The platform administrator can call it for organizations
 * without members or with support access; members and API keys need one of the operation's `roles`.
 *
 * - `anyone`: no token is needed
 * - `person`: none; any signed-in person, regardless of organizations
 * - `administrator`: none
 * - `token`: any valid token; the operation itself checks its scope
 * - `integration`: tokens of the integration in the path and of its installations
 * - `installation`: tokens of the installation in the path and of its integration
 * - `removedInstallation`: the same, also after the installation was removed
 * - `{ resource, scope }`: tokens with the scope, of an integration installed in the path's resource: `space`,
 *   `site` or a kind of the product; a site's installation also reaches the site's space
 */
export type Access =
  | "anyone"
  | "person"
  | "administrator"
  | "token"
  | "integration"
  | "installation"
  | "removedInstallation"
  | { readonly resource: string; readonly scope: ScopeName };

/** The groups of operations in the documentation, each with a description. */
export const tags = {
  Organizations: "Organizations, their members and invitations.",
  "Audit log": "The audit log: changes and their authors.",
  Streams: "Streams of the audit log and of integrations' logs to a URL, as signed webhooks.",
  "API keys": "Keys for programs that call the API on behalf of an organization.",
  Content: "Spaces, pages and sites.",
  Integrations: "Integrations, published and installed.",
  Installations: "Installations of integrations in organizations, spaces and sites, with their settings.",
  Components: "Components of integrations.",
  "Webhook endpoints": "URLs that receive the events of an installation.",
  "Integration endpoints": "Deliveries of an installation's events to its integration.",
  "Custom events": "Custom events that an organization emits to webhook endpoints.",
  "Events and deliveries": "Events and their deliveries.",
  Tools: "Tools of integrations, for AI agents.",
  "Agent events": "Events that AI agents subscribe to or poll.",
  Tasks: "Background work queued by integrations.",
  Storage: "Values that integrations store for their installations.",
  "Token keys": "Keys that sign the tokens of integrations.",
  Portal: "An organization's webhooks, embedded in another product.",
  Settings: "Server settings.",
  Session: "Sign-in of a browser.",
} as const;

/** The group of an operation in the documentation. */
export type Tag = keyof typeof tags;

/** The HTTP method of an operation. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The fields of an operation that agents see. */
export interface AgentFields {
  /** The fields of the response. Defaults to all. */
  readonly shows?: readonly string[] | undefined;
  /** The fields of the body that agents can't send. Defaults to none. */
  readonly omits?: readonly string[] | undefined;
}

/** The declaration of an operation: everything that the API, its clients and its documentation know about it. */
export interface OperationDefinition<
  Path extends string,
  Query,
  Body,
  Response,
  Idempotent,
  Version,
  Creates,
> {
  readonly method: Method;
  /** The path below the API's base URL. Each parameter in braces is one of {@link parameterSchemas}, or of the product. */
  readonly path: Path;
  readonly tag: Tag;
  /** One line without a period. */
  readonly summary: string;
  readonly access: Access;
  /** API keys with this scope can call the operation. Defaults to the scope in `access`, or to none. */
  readonly keyScope?: ScopeName | undefined;
  /**
   * The roles that can call the operation, in the organization of the path's resource. A list contains only
   * the items of organizations in which the caller has one of these roles.
   */
  readonly roles: readonly Role[];
  /**
   * Widens the integrations allowed in the path: `visible` adds integrations that another organization shares
   * with the caller; `new` adds names that are not taken. The body then names the organization in which the
   * role is required.
   */
  readonly subject?: "visible" | "new" | undefined;
  /**
   * Opens the operation to portal sessions of the organization: to all of them, or only to those that can
   * make changes.
   */
  readonly portal?: "read" | "change" | undefined;
  /**
   * Offers the operation as a tool to agents that operate an organization or use a portal session, within their
   * role and scopes. A person confirms each call that changes something.
   */
  readonly agents?: true | AgentFields | undefined;
  /** Opens the operation to the poll token of the endpoint in the path. */
  readonly isPoll?: true | undefined;
  /** `false` for a request that only reads. Defaults to `false` for `GET`, otherwise to `true`. */
  readonly changes?: false | undefined;
  /**
   * `false` keeps a change out of the audit log, for routine calls by programs and for data that only the
   * caller sees. `platform` writes an entry that belongs to no organization and contains no earlier state,
   * for operations that erase data. `attempts` also records calls that fail, with outcome and duration instead of
   * the resource, for calls of third parties. Defaults to an entry in the organization's log for each operation
   * that changes something.
   */
  readonly audit?: false | "platform" | "attempts" | undefined;
  /** `all` lets the operation read and write rows outside the caller's organizations. Defaults to the caller's organizations. */
  readonly reach?: "all" | undefined;
  /**
   * The call waits for an integration, an endpoint or new deliveries, and holds no slot in the fair queue
   * while it waits.
   */
  readonly waits?: true | undefined;
  /** The platform administrator can call the operation without support access to the organization. */
  readonly withoutSupportAccess?: true | undefined;
  readonly query?: z.ZodType<Query, Query> | undefined;
  readonly body?: z.ZodType<Body, Body> | undefined;
  /** The maximum size of the request body in bytes. Defaults to 64 KiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The status of a successful response. Defaults to 200, or to 204 without a response body. */
  readonly status?: 200 | 201 | 202 | 204 | undefined;
  readonly response?: z.ZodType<Response> | undefined;
  /** Error codes specific to this operation. All other codes follow from the declaration. */
  readonly errors?: readonly ErrorCode[] | undefined;
  /** Accepts an `Idempotency-Key`: repeating a request with the same key returns the first response. */
  readonly idempotent?: Idempotent | undefined;
  /**
   * The field that identifies the version: that of the response or, without a response body, of the resource.
   * It is sent as `ETag`; a change whose `If-Match` names another version fails with `precondition_failed`.
   */
  readonly version?: Version | undefined;
  /** Accepts `If-None-Match: *`, which fails with `precondition_failed` if the resource exists. */
  readonly creates?: Creates | undefined;
  /**
   * Lets callers watch a list: with `Accept: text/event-stream`, new items arrive as server-sent events, with the item's `id` and its
   * JSON as `data`. `Last-Event-ID` resumes after an item.
   */
  readonly isLive?: true | undefined;
  /** The events that a call takes from the organization's quota: one, or one for each of the body's `events`. */
  readonly emits?: "one" | "each" | undefined;
  /** A sample request and its response. */
  readonly example: {
    readonly query?: NoInfer<ReadOnly<Query>> | undefined;
    readonly body?: NoInfer<ReadOnly<Body>> | undefined;
    readonly response?: NoInfer<ReadOnly<Response>> | undefined;
  };
}

/** An operation of the HTTP API: its declaration with all defaults filled in. */
export interface Operation<Path extends string, Query, Body, Response, Idempotent, Version, Creates>
  extends Omit<
    OperationDefinition<Path, Query, Body, Response, Idempotent, Version, Creates>,
    "changes" | "audit"
  > {
  readonly params: z.ZodType<PathParameters<Path>>;
  readonly changes: boolean;
  /** The audit log that records a call, if any. */
  readonly audit: "organization" | "platform" | "attempts" | false;
  readonly maxBodyBytes: number;
  readonly status: 200 | 201 | 202 | 204;
  /** All error codes that the operation responds with. */
  readonly errors: readonly ErrorCode[];
}

/** Any operation of the HTTP API. */
export type AnyOperation = Operation<string, unknown, unknown, unknown, unknown, unknown, unknown> & {
  readonly id: string;
};

/**
 * Completes the declaration of an operation. Its id is its key in {@link defineOperations}.
 *
 * @example
 * import { operation } from "@plugboard/api/contract";
 * import * as z from "zod";
 *
 * const { errors } = operation({
 *   method: "GET",
 *   path: "/projects/{projectId}",
 *   tag: "Content",
 *   summary: "Read a project",
 *   access: "administrator",
 *   roles: ["owner", "editor"],
 *   response: z.object({ id: z.string() }),
 *   example: { response: { id: "prj_1" } },
 * });
 * console.log(errors.includes("not_found")); // true
 */
export function operation<
  const Path extends string,
  Query = undefined,
  Body = undefined,
  Response = undefined,
  Idempotent extends true | undefined = undefined,
  Version extends (Response extends undefined ? string : keyof Response & string) | undefined = undefined,
  Creates extends true | undefined = undefined,
>(
  definition: OperationDefinition<Path, Query, Body, Response, Idempotent, Version, Creates>,
): Operation<Path, Query, Body, Response, Idempotent, Version, Creates> {
  const { method, path, response, audit = "organization" } = definition;
  const changes = definition.changes ?? method !== "GET";
  return {
    ...definition,
    params: parametersOf(path),
    changes,
    audit: (changes || audit === "attempts") && audit,
    maxBodyBytes: definition.maxBodyBytes ?? limits.bodyBytes,
    status: definition.status ?? (response === undefined ? 204 : 200),
    errors: errorsOf(definition),
  };
}

/**
 * Gives each operation of a table its key as `id`.
 *
 * @param parameters - the schemas of the product's path parameters, with their documentation. Others have a general
 *   description
 *
 * @example
 * import { defineOperations, operation, pathParameter } from "@plugboard/api/contract";
 *
 * const parameters = { projectId: pathParameter("A project.", "prj_1") };
 * const table = {
 *   closeProject: operation({
 *     method: "POST",
 *     path: "/projects/{projectId}/close",
 *     tag: "Content",
 *     summary: "Close a project",
 *     access: "administrator",
 *     roles: ["owner"],
 *     example: {},
 *   }),
 * };
 * const { closeProject } = defineOperations(table, parameters);
 * console.log(closeProject.id); // closeProject
 */
export function defineOperations<Table extends Readonly<Record<string, { readonly path: string }>>>(
  table: Table,
  parameters?: ProductParameters,
): { readonly [Id in keyof Table]: Table[Id] & { readonly id: Id } } {
  const entries = Object.entries(table).map(([id, each]) => {
    const described =
      parameters === undefined ? each : { ...each, params: parametersOf(each.path, parameters) };
    return [id, { ...described, id }];
  });
  // The type ties each id to its key, which the type of a loop can't express.
  return Object.fromEntries(entries) as { [Id in keyof Table]: Table[Id] & { readonly id: Id } };
}

function errorsOf(
  definition: Omit<
    OperationDefinition<string, unknown, unknown, unknown, unknown, unknown, unknown>,
    "example"
  >,
): ErrorCode[] {
  const {
    path,
    method,
    access,
    query,
    body,
    idempotent,
    version,
    withoutSupportAccess,
    emits,
    errors = [],
  } = definition;
  const hasParameters = path.includes("{");
  const takesInput = hasParameters || query !== undefined || body !== undefined || idempotent === true;
  const isChecked = access !== "anyone";
  const codes: readonly (readonly [ErrorCode, boolean])[] = [
    ["invalid_request", takesInput],
    ["unauthorized", isChecked],
    ["forbidden", isChecked],
    ["support_access_required", isChecked && withoutSupportAccess !== true],
    ["second_factor_required", isChecked],
    ["not_found", hasParameters],
    ["precondition_failed", version !== undefined && method !== "GET"],
    ["payload_too_large", body !== undefined],
    ["unsupported_media_type", body !== undefined],
    ["rate_limited", emits !== undefined],
    ["internal", true],
    ["unavailable", true],
  ];
  const common = codes.filter(([, applies]) => applies).map(([code]) => code);
  return [...new Set([...common, ...errors])];
}
