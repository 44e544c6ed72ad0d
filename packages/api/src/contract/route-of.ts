import type { ApiRoute } from "./api-route.ts";
import type { AnyOperation } from "./operation.ts";

/** Returns the route of an operation. It contains no schemas. */
export function routeOf({ id, method, path, query }: AnyOperation): ApiRoute {
  const fields = query !== undefined && "shape" in query ? Object.keys(Object(query.shape)) : undefined;
  // For other methods, all fields outside the path are either in the query or in the body.
  return { id, method, path, ...(method !== "GET" && fields !== undefined && { query: fields }) };
}
