import type * as z from "zod";
import type { Role } from "../vocabulary/role.ts";
import type { Scope } from "../vocabulary/scope.ts";
import { limits } from "./limits.ts";
import { type PathParameters, parametersOf } from "./parameters.ts";
import type { ErrorCode } from "./problem.ts";
import type * as routes from "./routes.ts";

/** Where an operation is: one of the constants of `@plugboard/api/routes`. */
export type ApiRoute = (typeof routes)[keyof typeof routes];

/**
 * Which tokens of integrations may call an operation. The platform's administrator may, about organizations without members and
 * those they entered; members and API keys as the operation's `roles` say.
 *
 * - `anyone`: no token is needed
 * - `person`: none; everybody who is signed in may, whatever organizations they are in
 * - `administrator`: none
 * - `token`: every valid token; the operation itself looks at what it is for
 * - `integration`: the tokens of the integration that the path names, and of its installations
 * - `installation`: the token of the installation that the path names, and of its integration
 * - `removedInstallation`: the same, also after the installation was removed
 * - `{ resource, scope }`: tokens with the scope, of an integration that is installed in the space or site that the path
 *   names; a site's space counts as reached through the site
 */
export type Access =
  | "anyone"
  | "person"
  | "administrator"
  | "token"
  | "integration"
  | "installation"
  | "removedInstallation"
  | { readonly resource: "space" | "site"; readonly scope: Scope };

/** What the operations are sorted by, with a sentence about each. */
export const tags = {
  Organizations: "Organizations, their members, and who is invited.",
  "Audit log": "Who changed what.",
  "API keys": "Keys with which programs call the API on behalf of an organization.",
  Content: "Spaces, pages and sites.",
  Integrations: "Integrations, published and installed.",
  Installations: "Installations of integrations in organizations, spaces and sites, with their settings.",
  Components: "Components of integrations.",
  "Webhook endpoints": "URLs that receive the events of an installation.",
  "Integration endpoints": "How the events of an installation reach its integration.",
  "Custom events": "What happens in an organization's own product, for webhook endpoints.",
  "Events and deliveries": "What happened, and where it was sent.",
  Tasks: "Work that integrations queue for themselves.",
  "Token keys": "Keys that sign the tokens of integrations.",
  Portal: "An organization's webhooks, shown in somebody else's product.",
  Settings: "What the operator of the server has set.",
  Session: "The sign-in of a browser.",
} as const;

/** What an operation is sorted by. */
export type Tag = keyof typeof tags;

/** What is said of an operation besides its route. */
export interface OperationDefinition<Query, Body, Response, Idempotent, Version> {
  readonly tag: Tag;
  /** One line. */
  readonly summary: string;
  readonly access: Access;
  /** The roles that may call it, in the organization of what its path names; for lists, in those whose items are listed. */
  readonly roles: readonly Role[];
  /**
   * Whose the integration in its path may be, besides the caller's: `visible`, of any organization that lets the caller's see
   * it; `new`, of nobody yet. The body then names the organization that the role is needed in.
   */
  readonly subject?: "visible" | "new" | undefined;
  /** Whether a session of the portal may call it, about webhook endpoints of its organization: any, or one that may change things. */
  readonly portal?: "read" | "change" | undefined;
  /** Whether the consumer of a polling endpoint may call it with the endpoint's own token, about this endpoint. */
  readonly isPoll?: true | undefined;
  /**
   * Leaves no entry in the audit log although it is no GET: it changes nothing, is the daily work of a program, or keeps what only
   * its caller sees.
   */
  readonly unaudited?: true | undefined;
  /** It runs the platform: its administrator calls it about organizations they have not entered. */
  readonly withoutEntry?: true | undefined;
  readonly query?: z.ZodType<Query, Query> | undefined;
  readonly body?: z.ZodType<Body, Body> | undefined;
  /** Bytes that the request's body may have; 64 KiB when left out. */
  readonly maxBodyBytes?: number | undefined;
  /** Status of a success; 200 when left out, or 204 where there is no response. */
  readonly status?: 200 | 201 | 202 | 204 | undefined;
  readonly response?: z.ZodType<Response> | undefined;
  /** The codes of errors that only this operation has; the others follow from what it takes. */
  readonly errors?: readonly ErrorCode[] | undefined;
  /** Takes an `Idempotency-Key`: the same key again changes nothing more and gets the same response. */
  readonly idempotent?: Idempotent | undefined;
  /**
   * The field of the response that says which version it is. It is sent as `ETag`; a change whose `If-Match` names another
   * version is refused with `precondition_failed`.
   */
  readonly version?: Version | undefined;
  /**
   * A list that can be watched: with `Accept: text/event-stream`, the items that come after the request are sent as they come,
   * as server-sent events whose `id` is the item's and whose `data` is its JSON. `Last-Event-ID` names the item to go on after,
   * so that a lost connection loses nothing.
   */
  readonly isLive?: true | undefined;
  /**
   * What a call emits that counts in the organization's quota of events, whether it changes something in the end or not: one event,
   * or one for each of the body's `events`.
   */
  readonly emits?: "one" | "each" | undefined;
  /** What a request may carry, and the response to it. */
  readonly example: {
    readonly query?: Query | undefined;
    readonly body?: Body | undefined;
    readonly response?: Response | undefined;
  };
}

/** One operation of the HTTP API: its route and all that is said of it. */
export interface Operation<Route extends ApiRoute, Query, Body, Response, Idempotent, Version>
  extends OperationDefinition<Query, Body, Response, Idempotent, Version> {
  readonly id: Route["id"];
  readonly method: Route["method"];
  readonly path: Route["path"];
  readonly params: z.ZodType<PathParameters<Route["path"]>>;
  readonly maxBodyBytes: number;
  readonly status: 200 | 201 | 202 | 204;
  /** The code of every error it may respond with. */
  readonly errors: readonly ErrorCode[];
}

/** Any operation of the HTTP API. */
export type AnyOperation = Operation<ApiRoute, unknown, unknown, unknown, unknown, unknown>;

/** Puts an operation together from its route and what is said of it. */
export function operation<
  Route extends ApiRoute,
  Query = undefined,
  Body = undefined,
  Response = undefined,
  Idempotent extends true | undefined = undefined,
  Version extends (keyof Response & string) | undefined = undefined,
>(
  route: Route,
  definition: OperationDefinition<Query, Body, Response, Idempotent, Version>,
): Operation<Route, Query, Body, Response, Idempotent, Version> {
  return {
    ...definition,
    id: route.id,
    method: route.method,
    path: route.path,
    params: parametersOf<Route["path"]>(route.path),
    maxBodyBytes: definition.maxBodyBytes ?? limits.bodyBytes,
    status: definition.status ?? (definition.response === undefined ? 204 : 200),
    errors: errorsOf(route, definition),
  };
}

function errorsOf(
  { path, method }: ApiRoute,
  definition: OperationDefinition<unknown, unknown, unknown, unknown, unknown>,
): ErrorCode[] {
  const { access, query, body, idempotent, version, withoutEntry, emits, errors = [] } = definition;
  const hasParameters = path.includes("{");
  const takesInput = hasParameters || query !== undefined || body !== undefined || idempotent === true;
  const isChecked = access !== "anyone";
  const codes: readonly (readonly [ErrorCode, boolean])[] = [
    ["invalid_request", takesInput],
    ["unauthorized", isChecked],
    ["forbidden", isChecked],
    ["entry_required", isChecked && withoutEntry !== true],
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
