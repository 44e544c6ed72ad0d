import {
  type ApiClient,
  type ApiListItem,
  type ApiListRoute,
  type ApiRequestArguments,
  type ApiResourceRoute,
  type ApiResponse,
  createApiClient,
} from "@plugboard/api/client";
import { isPortalPage, portalToken } from "./portal-page.ts";

// Longer than the platform's timeout for an integration that renders or lists options.
const timeoutMilliseconds = 30_000;

// A file of 5 MiB takes two minutes on a slow connection.
const uploadTimeoutMilliseconds = 300_000;

const settings = {
  endpoint: "/v1",
  ...(isPortalPage ? { token: portalToken } : { session: true }),
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

/** Reads one page of a list. */
export function readPage<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): Promise<ApiResponse<Route>> {
  return client.call(route, ...rest);
}
