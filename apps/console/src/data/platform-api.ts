import {
  type ApiClient,
  type ApiListItem,
  type ApiListRoute,
  type ApiRequestArguments,
  type ApiResourceRoute,
  type ApiResponse,
  type ApiRoute,
  createApiClient,
} from "@plugboard/api/client";
import { fetchAfterEarly } from "./early-requests.ts";
import { frameOfHost } from "./embedded-page.ts";
import { fetchWithHostToken } from "./host-token.ts";
import { isPortalPage, portalToken } from "./portal-page.ts";

// Longer than the platform's timeout for an integration that renders or lists options.
const timeoutMilliseconds = 30_000;

// A file of 5 MiB takes two minutes on a slow connection.
const uploadTimeoutMilliseconds = 300_000;

const settings = {
  endpoint: "/v1",
  ...(frameOfHost !== undefined
    ? { session: true, fetch: fetchWithHostToken }
    : isPortalPage
      ? { token: portalToken }
      : { session: true, fetch: fetchAfterEarly }),
};
const client = createApiClient({ ...settings, timeoutMilliseconds });

/** A client whose `call` refuses lists, because it would silently drop all pages but one. */
interface ConsoleApi extends Pick<ApiClient, "list"> {
  call<Route extends ApiResourceRoute>(
    route: Route,
    ...rest: ApiRequestArguments<Route>
  ): Promise<ApiResponse<Route>>;
}

/** The API client, authenticated by the browser's session or, in the portal, by the token of its link. */
export const api: ConsoleApi = client;

/** The API client for uploads of files. */
export const uploadApi: Pick<ConsoleApi, "call"> = createApiClient({
  ...settings,
  timeoutMilliseconds: uploadTimeoutMilliseconds,
});

/** Reads all pages of a list. */
export function readAll<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): Promise<ApiListItem<Route>[]> {
  return Array.fromAsync(client.list(route, ...rest));
}

interface ProductRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Calls an operation that the product declares, which the types of the API don't list. */
export async function callProduct<Result>(
  method: ApiRoute["method"],
  path: string,
  request: ProductRequest,
): Promise<Result> {
  const route: ApiRoute = { id: path, method, path };
  // The product's contract declares the response, and the server checks it.
  return (await client.call(route, request)) as Result;
}

/** Reads all pages of a list that the product declares. */
export async function readAllOfProduct<Item>(
  path: string,
  params: Readonly<Record<string, string>>,
): Promise<readonly Item[]> {
  const route: ApiListRoute = { id: path, method: "GET", path };
  const request: ProductRequest = { params };
  // As in `callProduct`.
  return (await Array.fromAsync(client.list(route, request))) as Item[];
}

/** Reads one page of a list. */
export function readPage<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): Promise<ApiResponse<Route>> {
  return client.call(route, ...rest);
}
