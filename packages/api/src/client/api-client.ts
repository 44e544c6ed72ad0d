import { ApiError } from "./api-error.ts";
import type { ApiListRoute, ApiRoute } from "../contract/api-route.ts";
import type { ProductRoutes } from "./product-route.ts";
import type { Page } from "../contract/page.ts";
import type { ProductFields, ResourceKinds } from "../contract/kind-fields.ts";
import type { AnyOperation } from "../contract/operation.ts";
import type { Problem } from "../contract/problem.ts";
import type { ApiListItem, ApiRequestArguments, ApiRequestOptions, ApiResponse } from "./api-request.ts";

/** The operations of a product by id. */
export type ProductOperations = Readonly<Record<string, AnyOperation>>;

/** The operations of a client without a contract. */
export type NoOperations = Readonly<Record<never, AnyOperation>>; // oxlint-disable-line typescript/no-generated-empty-object-type -- it has none on purpose

/** The kinds of a client without a contract. */
export type NoKinds = Readonly<Record<never, ResourceKinds[string]>>; // oxlint-disable-line typescript/no-generated-empty-object-type -- it has none on purpose

/** Options for {@link createApiClient}. */
export interface ApiClientOptions<
  Operations extends ProductOperations = ProductOperations,
  Kinds extends ResourceKinds = ResourceKinds,
  Fields extends ProductFields = ProductFields,
> {
  /** The API's base URL; an integration finds it in the environment's `apiEndpoint`. */
  readonly endpoint: string;
  /** The bearer token. Without a token or session, each call fails with the code `no_token`. */
  readonly token?: string | undefined;
  /** Whether to use the browser's session cookie instead of a token. */
  readonly session?: boolean | undefined;
  /** The contract of the platform's product, whose operations can be called by id. Defaults to none. */
  readonly contract?:
    | {
        readonly operations?: Operations | undefined;
        readonly kinds?: Kinds | undefined;
        readonly fields?: Fields | undefined;
      }
    | undefined;
  /** The trace that the calls belong to, as a W3C Trace Context header. */
  readonly traceparent?: string | undefined;
  /** The timeout of each attempt in milliseconds. Defaults to 8000. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Makes the requests. Defaults to the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Waits before a retry, or until the call's signal aborts. Defaults to a timer. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

/**
 * The platform's HTTP API, typed by the routes of `@plugboard/api/routes` and of products, and by the ids of the
 * operations in the contract.
 */
export interface ApiClient<Operations extends ProductOperations = NoOperations> {
  /** Calls an operation of the contract by its id. */
  call<Id extends keyof Operations & string>(
    id: Id,
    ...rest: ApiRequestArguments<ProductRoutes<Operations>[Id]>
  ): Promise<ApiResponse<ProductRoutes<Operations>[Id]>>;
  /**
   * Makes a call. `GET`, `PUT`, `DELETE` and calls with an `idempotencyKey` are attempted up to three times
   * if the response times out or the platform is temporarily unavailable. All calls are retried after a 429.
   *
   * @throws {ApiError} with the platform's `code`, `status` and `problems`, or with one of this package's own
   * codes.
   */
  call<Route extends ApiRoute>(
    route: Route,
    ...rest: ApiRequestArguments<Route>
  ): Promise<ApiResponse<Route>>;
  /** Iterates over the items of a list of the contract. */
  list<Id extends ListId<Operations>>(
    id: Id,
    ...rest: ApiRequestArguments<ProductRoutes<Operations>[Id]>
  ): AsyncGenerator<ApiListItem<ProductRoutes<Operations>[Id]>, void>;
  /** Iterates over the items of a list, fetching its pages on demand. */
  list<Route extends ApiListRoute>(
    route: Route,
    ...rest: ApiRequestArguments<Route>
  ): AsyncGenerator<ApiListItem<Route>, void>;
}

/** The ids of the operations that respond with a list. */
type ListId<Operations extends ProductOperations> = {
  [Id in keyof Operations & string]: ProductRoutes<Operations>[Id] extends ApiListRoute ? Id : never;
}[keyof Operations & string];

// Longer than the platform takes for any call, and shorter than it waits for an integration.
const defaultTimeoutMilliseconds = 8000;
const maxRetries = 2;
const firstDelayMilliseconds = 250;
const maxDelayMilliseconds = 30_000;

// The idempotent methods of RFC 9110.
const repeatableMethods: readonly string[] = ["GET", "PUT", "DELETE"];
// Response statuses, and codes of failures without a response.
const passingFailures: readonly unknown[] = [502, 503, 504, "network", "timeout"];

/** The untyped input of a call. */
export interface AnyRequest extends ApiRequestOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | number | undefined;
  readonly ifNoneMatch?: "*" | undefined;
}

/** Makes a call, and returns the body of its response. @throws {ApiError} */
export type CallOperation = (
  route: Pick<AnyOperation, "method" | "path">,
  request?: AnyRequest,
) => Promise<unknown>;

/**
 * Creates a client for the platform's HTTP API.
 *
 * @example
 * ```ts
 * import { createApiClient } from "@plugboard/api/client";
 * import { getSpace, listPages } from "@plugboard/content/routes";
 *
 * const api = createApiClient({ endpoint: "http://127.0.0.1:4000/v1", token: "a token" });
 *
 * async function printPages(spaceId: string): Promise<void> {
 *   const space = await api.call(getSpace, { params: { spaceId } });
 *   console.log(space.title);
 *   for await (const page of api.list(listPages, { params: { spaceId } })) console.log(page.title);
 * }
 * ```
 *
 * @example
 * The operations of a product, by the ids in its contract:
 * ```ts
 * import { createApiClient } from "@plugboard/api/client";
 * import { defineOperations, operation } from "@plugboard/api/contract";
 * import * as z from "zod";
 *
 * const operations = defineOperations({
 *   getProject: operation({
 *     method: "GET",
 *     path: "/projects/{projectId}",
 *     tag: "Content",
 *     summary: "Read a project",
 *     access: "administrator",
 *     roles: ["owner"],
 *     response: z.object({ title: z.string() }),
 *     example: { response: { title: "Website" } },
 *   }),
 * });
 * const api = createApiClient({ endpoint: "http://127.0.0.1:4000/v1", token: "a token", contract: { operations } });
 * const printTitle = async (projectId: string) =>
 *   console.log((await api.call("getProject", { params: { projectId } })).title);
 * ```
 */
export function createApiClient<Operations extends ProductOperations = NoOperations>({
  endpoint,
  token,
  session,
  contract,
  traceparent,
  timeoutMilliseconds = defaultTimeoutMilliseconds,
  wait = waitByTimer,
  fetch = globalThis.fetch,
}: ApiClientOptions<Operations>): ApiClient<Operations> {
  // Failures are returned because the call may still be retried.
  async function attempt(
    name: string,
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const response = await fetch(url, { ...init, signal: either });
      return readResponse(name, response, await response.text());
    } catch (cause) {
      // Callers can abort with any reason, so the cause doesn't identify a timeout.
      const code = signal?.aborted ? "aborted" : deadline.aborted ? "timeout" : "network";
      return new ApiError(code, `${name} got no response: ${String(cause)}`, { cause });
    }
  }

  return toApiClient<Operations>(async (route, request = {}) => {
    // With a contract, callers can pass an id instead. A route isn't the name of an operation.
    const { method, path } = contract?.operations?.[route as unknown as string] ?? route;
    const name = `${method} ${path}`;
    if (token === undefined && !session)
      throw new ApiError("no_token", `${name} has no token: use the integration's client`);
    const { params, query = {}, body, signal, idempotencyKey, ifMatch, ifNoneMatch } = request;
    const search = String(new URLSearchParams(listFields(query)));
    const url = `${endpoint}${fillPath(path, params)}${search && `?${search}`}`;
    const headers = listFields({
      authorization: token && `Bearer ${token}`,
      "idempotency-key": idempotencyKey,
      "if-match": ifMatch && `"${ifMatch}"`,
      "if-none-match": ifNoneMatch,
      "content-type": body && "application/json",
      traceparent,
    });
    // Redirects are never followed: the token is only for this API.
    const sent: RequestInit = { method, headers, redirect: "manual", body: JSON.stringify(body) };
    const isRepeatable = idempotencyKey !== undefined || repeatableMethods.includes(method);
    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(name, url, sent, signal);
      if (!(outcome instanceof ApiError)) return outcome;
      const delay = retryDelay(outcome, retries, isRepeatable);
      if (!delay || signal?.aborted) throw outcome;
      await wait(delay, signal);
    }
  });
}

/** Returns a client that makes its calls with a function. */
export function toApiClient<Operations extends ProductOperations = NoOperations>(
  call: CallOperation,
): ApiClient<Operations> {
  async function* list(route: ApiRoute, request: AnyRequest = {}): AsyncGenerator<unknown, void> {
    let { query } = request;
    for (;;) {
      const { items, next }: Partial<Page<unknown>> = Object(await call(route, { ...request, query }));
      if (!Array.isArray(items)) throw new ApiError("bad_response", "The response is no list");
      yield* items;
      if (!next) return;
      query = { ...query, cursor: next };
    }
  }

  // The types tie requests and responses to their routes and ids, which the implementation can't express.
  return { call, list } as ApiClient<Operations>;
}

/**
 * Returns an object's fields that are not undefined.
 *
 * @example
 * ```ts
 * import { listFields } from "@plugboard/api/server";
 *
 * console.log(listFields({ limit: 5, cursor: undefined })); // [["limit", 5]]
 * ```
 */
export function listFields(fields: object): [name: string, value: string][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

/**
 * Fills a path template such as `/things/{thingId}` with percent-encoded parameters.
 *
 * @throws {ApiError} `invalid_parameter` for a missing or empty value, or a dot segment, which a URL would
 * resolve.
 *
 * @example
 * ```ts
 * import { fillPath } from "@plugboard/api/server";
 *
 * console.log(fillPath("/spaces/{spaceId}", { spaceId: "a b" })); // "/spaces/a%20b"
 * ```
 */
export function fillPath(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = params[name] ?? "";
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new ApiError("invalid_parameter", `The ${name} of ${template} cannot be "${value}"`);
  });
}

/** Returns a response's body, or the platform's error. A response that isn't JSON is an error too. */
function readResponse(name: string, { ok, status, headers }: Response, text: string): unknown {
  const body = parseJson(text);
  if (ok && (body !== undefined || text === "")) return body;
  const { code, detail, problems }: Pick<Problem, "detail" | "problems"> & { readonly code: string } =
    // Only null and undefined have no members.
    typeof (body as Partial<Problem> | null | undefined)?.code === "string"
      ? (body as Problem)
      : {
          code: "bad_response",
          detail: `${name} responded with ${status} without the API's JSON. Check the endpoint.`,
        };
  const retryAfterSeconds = Number(headers.get("retry-after")) || undefined;
  return new ApiError(code, detail, { status, problems, retryAfterSeconds });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the delay in milliseconds before retrying a failed call; `undefined` if it must not be retried. Repeatable
 * calls are retried after any temporary failure, other calls only after a 429, which guarantees that they had no effect.
 */
function retryDelay(
  { status, code, retryAfterSeconds = 0 }: ApiError,
  retries: number,
  isRepeatable: boolean,
): number | undefined {
  const mayPass = status === 429 || (isRepeatable && passingFailures.includes(status ?? code));
  const delay = Math.max(firstDelayMilliseconds * 2 ** retries, retryAfterSeconds * 1000);
  return mayPass && retries < maxRetries && delay <= maxDelayMilliseconds ? delay : undefined;
}

function waitByTimer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => resolve(clearTimeout(timer)));
  });
}
