import {
  type DefaultIntegrationTypes,
  type Environment,
  type IntegrationTypes,
  resourceInstallationsOf,
} from "@plugboard/api";
import type { FetchHandler } from "../integration/integration-definition.ts";

/** HTTP methods that a route can handle. */
export type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The handler of a path, or handlers by method. */
export type Route<Types extends IntegrationTypes = DefaultIntegrationTypes> =
  | FetchHandler<Types>
  | { readonly [Method in RouteMethod]?: FetchHandler<Types> };

/** Handlers by path below the public endpoint. Each path starts with a slash. */
export type Routes<Types extends IntegrationTypes = DefaultIntegrationTypes> = Readonly<
  Record<`/${string}`, Route<Types>>
>;

/**
 * Creates a `fetch` handler that selects a route by path and method. Paths are relative to the public
 * endpoint. Returns 404 for other paths and 405 for other methods.
 *
 * @example
 * ```ts
 * import { createIntegration, createRouter } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   fetch: createRouter({
 *     "/health": () => new Response("ok"),
 *     "/items": {
 *       GET: () => Response.json([]),
 *       POST: async (request) => Response.json(await request.json(), { status: 201 }),
 *     },
 *   }),
 * });
 * ```
 */
export function createRouter<Types extends IntegrationTypes = DefaultIntegrationTypes>(
  routes: Routes<Types>,
): FetchHandler<Types> {
  const table = new Map<string, Route<Types>>(Object.entries(routes));
  return async (request, context) => {
    const path = pathBelowEndpoint(request.url, context.environment);
    const route = path === undefined ? undefined : table.get(path);
    if (route === undefined) return new Response("Not found", { status: 404 });
    const handler = typeof route === "function" ? route : handlerFor(route, request.method);
    return handler === undefined ? methodNotAllowed(route) : await handler(request, context);
  };
}

/**
 * Returns the path of a URL below the public endpoint, with a leading slash and without a trailing one, or
 * `undefined` if it isn't below any public endpoint in the environment. Only paths are compared, because a
 * proxy may have changed the host.
 */
export function pathBelowEndpoint<Types extends IntegrationTypes>(
  url: string,
  environment: Environment<Types>,
): string | undefined {
  const { pathname } = new URL(url);
  const { installation, integration } = environment;
  const ofResources = resourceInstallationsOf(environment).map((resource) => resource.installation);
  const bases = [...ofResources, installation, integration]
    .flatMap((level) =>
      level === undefined ? [] : [withoutEndSlash(new URL(level.urls.publicEndpoint).pathname)],
    )
    .filter((base) => pathname === base || pathname.startsWith(`${base}/`))
    .sort((left, right) => right.length - left.length);
  const [longest] = bases;
  return longest === undefined ? undefined : withoutEndSlash(pathname.slice(longest.length)) || "/";
}

function withoutEndSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

function handlerFor<Types extends IntegrationTypes>(
  route: Exclude<Route<Types>, FetchHandler<Types>>,
  method: string,
): FetchHandler<Types> | undefined {
  // A HEAD is a GET without a response body (RFC 9110 section 9.3.2).
  const methods = new Map(Object.entries(route));
  return methods.get(method === "HEAD" ? "GET" : method);
}

function methodNotAllowed(route: object): Response {
  return new Response("Method not allowed", {
    status: 405,
    headers: { allow: Object.keys(route).join(", ") },
  });
}
