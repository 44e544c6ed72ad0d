import type { PathParameters } from "../contract/parameters.ts";
import * as routes from "../contract/routes.ts";
import type { OperationMethods, OperationTypes } from "../contract/types.ts";
import {
  type ApiClient,
  type ApiClientOptions,
  type CallOperation,
  createApiClient,
  toApiClient,
} from "./api-client.ts";
import type { ApiRequest, ApiResponse } from "./api-request.ts";
import type { ApiRoute } from "../contract/api-route.ts";

type RouteOf<Id extends keyof OperationTypes> = (typeof routes)[Id];

type Part<Fields> = Fields extends undefined ? unknown : Fields;

/** Shows the fields of an intersection instead of its parts. */
type Flat<Fields> = Fields extends unknown ? { [Name in keyof Fields]: Fields[Name] } : never;

/** The fields of a call: path, query and body in one object. */
export type MethodInput<Id extends keyof OperationTypes> = Flat<
  PathParameters<RouteOf<Id>["path"]> & Part<OperationTypes[Id]["query"]> & Part<OperationTypes[Id]["body"]>
>;

/** The options of a call, such as `signal`, `idempotencyKey` and `ifMatch`, each where the operation has it. */
export type MethodOptions<Id extends keyof OperationTypes> = Omit<
  ApiRequest<RouteOf<Id>>,
  "params" | "query" | "body"
>;

type MethodArguments<Id extends keyof OperationTypes> =
  Partial<MethodInput<Id>> extends MethodInput<Id>
    ? [input?: MethodInput<Id>, options?: MethodOptions<Id>]
    : [input: MethodInput<Id>, options?: MethodOptions<Id>];

type MethodTypes = {
  readonly [Id in keyof OperationTypes]: (...rest: MethodArguments<Id>) => Promise<ApiResponse<RouteOf<Id>>>;
};

/** A method for each operation of the API. */
export type ApiMethods = OperationMethods<MethodTypes>;

/** The platform's HTTP API with a method for each operation. */
export type ServerClient = ApiClient & ApiMethods;

/**
 * Creates a client with a method for each operation, for servers. It contains all routes. If bundle size
 * matters, use `createApiClient` with the routes you call.
 *
 * @example
 * ```ts
 * import { createServerClient } from "@plugboard/api/server";
 *
 * const api = createServerClient({ endpoint: "http://127.0.0.1:4000/v1", token: "a token" });
 *
 * async function printTitle(spaceId: string): Promise<void> {
 *   const { title } = await api.getSpace({ spaceId });
 *   console.log(title);
 * }
 * ```
 */
export function createServerClient(options: ApiClientOptions): ServerClient {
  return addMethods(createApiClient(options));
}

/**
 * Creates a client with a method for each operation, whose calls are made by a function instead of over HTTP.
 *
 * @example
 * ```ts
 * import { createLocalClient } from "@plugboard/api/server";
 *
 * const api = createLocalClient(async ({ method, path }, request) => {
 *   console.log(method, path, request?.params);
 * });
 * await api.getSpace({ spaceId: "spc_1" });
 * ```
 */
export function createLocalClient(call: CallOperation): ServerClient {
  return addMethods(toApiClient(call));
}

function addMethods(client: ApiClient): ServerClient {
  // The prototype has a method for each route.
  const own: ApiMethods = Object.create(methods);
  return Object.assign(own, client);
}

/** Creates methods on demand, so that a client costs little. */
const methods: object = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.values<ApiRoute>(routes).map((route) => [
      route.id,
      {
        get(this: ApiClient) {
          // The arguments of a call are split by its route, which types can't express.
          return (input: Readonly<Record<string, unknown>> = {}, rest: object = {}) =>
            this.call(route, { ...splitInput(route, input), ...rest } as never);
        },
      },
    ]),
  ),
);

/** Splits fields by where they are sent: path, query or body. */
function splitInput(route: ApiRoute, input: Readonly<Record<string, unknown>>): object {
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const inQuery = new Set(route.query);
  const isQuery = (name: string): boolean => route.method === "GET" || inQuery.has(name);
  const entries = Object.entries(input);
  const rest = entries.filter(([name]) => !inPath.has(name));
  const body = rest.filter(([name]) => !isQuery(name));
  return {
    params: Object.fromEntries(entries.filter(([name]) => inPath.has(name))),
    query: Object.fromEntries(rest.filter(([name]) => isQuery(name))),
    body: body.length === 0 && route.method !== "POST" ? undefined : Object.fromEntries(body),
  };
}
