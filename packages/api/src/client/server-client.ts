import type { PathParameters } from "../contract/parameters.ts";
import * as routes from "../contract/routes.ts";
import type { OperationMethods, OperationTypes } from "../contract/types.ts";
import {
  type ApiClient,
  type ApiClientOptions,
  type CallOperation,
  createApiClient,
  type NoKinds,
  type NoOperations,
  type ProductOperations,
  toApiClient,
} from "./api-client.ts";
import type { ApiRequest, ApiResponse } from "./api-request.ts";
import type { ApiRoute } from "../contract/api-route.ts";
import type { NoFields, ProductFields, ResourceKinds } from "../contract/kind-fields.ts";
import type { KindOperations } from "../contract/kind-operations.ts";
import { routeOf } from "../contract/route-of.ts";
import type { ProductRoutes } from "./product-route.ts";

type TypesOf<Route extends ApiRoute> = NonNullable<Route["types"]>;

type Part<Fields> = Fields extends undefined ? unknown : Fields;

/** Shows the fields of an intersection instead of its parts. */
type Flat<Fields> = Fields extends unknown ? { [Name in keyof Fields]: Fields[Name] } : never;

/** The fields of a call: path, query and body in one object. */
export type MethodInput<Route extends ApiRoute> = Flat<
  PathParameters<Route["path"]> & Part<TypesOf<Route>["query"]> & Part<TypesOf<Route>["body"]>
>;

/** The options of a call, such as `signal`, `idempotencyKey` and `ifMatch`, each where the operation has it. */
export type MethodOptions<Route extends ApiRoute> = Omit<ApiRequest<Route>, "params" | "query" | "body">;

type Method<Route extends ApiRoute> = (
  ...rest: Partial<MethodInput<Route>> extends MethodInput<Route>
    ? [input?: MethodInput<Route>, options?: MethodOptions<Route>]
    : [input: MethodInput<Route>, options?: MethodOptions<Route>]
) => Promise<ApiResponse<Route>>;

/** A method for each operation of the platform's API. */
export type ApiMethods = OperationMethods<{
  readonly [Id in keyof OperationTypes]: Method<(typeof routes)[Id]>;
}>;

/** A method for each operation of a product. */
export type ProductMethods<Operations extends ProductOperations> = {
  readonly [Id in keyof Operations & string]: Method<ProductRoutes<Operations>[Id]>;
};

/** A method for each operation of the platform's API, with the fields of a product's kinds, such as `projectId`. */
export type PlatformMethods<
  Kinds extends ResourceKinds,
  Fields extends ProductFields = NoFields,
> = keyof Kinds extends never
  ? ApiMethods
  : {
      readonly [Id in keyof ApiMethods as Exclude<Id, keyof KindOperations<Kinds, Fields>>]: ApiMethods[Id];
    } & ProductMethods<KindOperations<Kinds, Fields>>;

/** The HTTP API with a method for each operation of the platform and of the contract. */
export type ServerClient<
  Operations extends ProductOperations = NoOperations,
  Kinds extends ResourceKinds = NoKinds,
  Fields extends ProductFields = NoFields,
> = ApiClient<Operations> & PlatformMethods<Kinds, Fields> & ProductMethods<Operations>;

/**
 * Creates a client with a method for each operation of the platform and of the contract, for servers. It contains
 * all routes. If bundle size matters, use `createApiClient` with the routes you call.
 *
 * @example
 * ```ts
 * import { createServerClient } from "@plugboard/api/server";
 * import { contentContract } from "@plugboard/content/contract";
 *
 * const api = createServerClient({
 *   endpoint: "http://127.0.0.1:4000/v1",
 *   token: "a token",
 *   contract: contentContract,
 * });
 *
 * async function printTitle(spaceId: string): Promise<void> {
 *   const { title } = await api.getSpace({ spaceId });
 *   console.log(title);
 * }
 * ```
 */
export function createServerClient<
  Operations extends ProductOperations = NoOperations,
  Kinds extends ResourceKinds = NoKinds,
  Fields extends ProductFields = NoFields,
>(options: ApiClientOptions<Operations, Kinds, Fields>): ServerClient<Operations, Kinds, Fields> {
  return addMethods<Operations, Kinds, Fields>(createApiClient(options), options.contract);
}

/**
 * Creates a client with a method for each operation, whose calls are made by a function instead of over HTTP.
 *
 * @param contract - the product's operations. Defaults to none.
 *
 * @example
 * ```ts
 * import { createLocalClient } from "@plugboard/api/server";
 *
 * const api = createLocalClient(async ({ method, path }, request) => {
 *   console.log(method, path, request?.params);
 * });
 * await api.getInstallation({ installationId: "ins_1" });
 * ```
 */
export function createLocalClient<
  Operations extends ProductOperations = NoOperations,
  Kinds extends ResourceKinds = NoKinds,
  Fields extends ProductFields = NoFields,
>(
  call: CallOperation,
  contract?: ApiClientOptions<Operations, Kinds, Fields>["contract"],
): ServerClient<Operations, Kinds, Fields> {
  return addMethods<Operations, Kinds, Fields>(toApiClient<Operations>(call), contract);
}

function addMethods<
  Operations extends ProductOperations,
  Kinds extends ResourceKinds,
  Fields extends ProductFields,
>(
  client: ApiClient<Operations>,
  contract: ApiClientOptions<Operations, Kinds, Fields>["contract"],
): ServerClient<Operations, Kinds, Fields> {
  // The prototype has a method for each route.
  const own: PlatformMethods<Kinds, Fields> & ProductMethods<Operations> = Object.create(methodsOf(contract));
  return Object.assign(own, client);
}

/** Creates methods on demand, so that a client costs little. */
function defineMethods(table: readonly ApiRoute[], parent: object): object {
  const methods = table.map((route): readonly [string, PropertyDescriptor] => [
    route.id,
    {
      get(this: ApiClient) {
        // The arguments of a call are split by its route, which types can't express.
        return (input: Readonly<Record<string, unknown>> = {}, rest: object = {}) =>
          this.call(route, { ...splitInput(route, input), ...rest } as never);
      },
    },
  ]);
  return Object.create(parent, Object.fromEntries(methods));
}

const platformMethods = defineMethods(Object.values<ApiRoute>(routes), {});
const contractMethods = new WeakMap<object, object>();

function methodsOf(contract: ApiClientOptions["contract"]): object {
  if (contract === undefined) return platformMethods;
  const { operations = {}, kinds = {} } = contract;
  const own = Object.values(operations).map(routeOf);
  const methods =
    contractMethods.get(contract) ?? defineMethods([...addKindFields(kinds), ...own], platformMethods);
  contractMethods.set(contract, methods);
  return methods;
}

/**
 * Returns the routes that list their query fields, which are those with a query and a body, and adds the product's
 * kinds to their queries. Other routes send all fields in one place.
 */
function addKindFields(kinds: ResourceKinds): readonly ApiRoute[] {
  const ids = Object.keys(kinds).map((kind) => `${kind}Id`);
  return Object.values<ApiRoute>(routes).flatMap((route) =>
    route.query === undefined ? [] : [{ ...route, query: [...route.query, ...ids] }],
  );
}

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
