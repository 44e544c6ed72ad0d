import type {
  ApiListItem,
  ApiListRoute,
  ApiRequestArguments,
  ApiResourceRoute,
  ApiResponse,
  ChangedResource,
} from "@plugboard/api/client";
import { resourceOf } from "@plugboard/api/client";
import { getSession } from "@plugboard/api/routes";
import {
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { live } from "./live.ts";
import { api, readAll, readPage } from "./platform-api.ts";

/** How long parts of the page that load later use what its first parts have read (ms). Changes reload it at once. */
export const firstMilliseconds = 30_000;

/** Reads a resource and keeps it up to date. */
export function useRead<Route extends ApiResourceRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiResponse<Route>> {
  return useLive([route.id, ...rest], () => api.call(route, ...rest), resourceOf(route.path));
}

/** Returns the query of all pages of a list. */
export function allOf<Route extends ApiListRoute>(route: Route, ...rest: ApiRequestArguments<Route>) {
  return { queryKey: [route.id, "all", ...rest], queryFn: () => readAll(route, ...rest) };
}

/** Reads all pages of a list and keeps them up to date. */
export function useReadAll<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiListItem<Route>[]> {
  return useQuery({ ...allOf(route, ...rest), ...live(resourceOf(route.path)) });
}

/** Reads one page of a list and keeps it up to date. */
export function useReadPage<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiResponse<Route>> {
  return useLive([route.id, ...rest], () => readPage(route, ...rest), resourceOf(route.path));
}

/** Runs a query and reloads it when one of the resources changes. */
export function useLive<Result>(
  queryKey: QueryKey,
  read: () => Promise<Result>,
  ...resources: readonly ChangedResource[]
): UseQueryResult<Result> {
  return useQuery({ queryKey, queryFn: read, ...live(...resources) });
}

/** Reads a resource once, for data that rarely changes or that a form starts from. */
export function useReadOnce<Route extends ApiResourceRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiResponse<Route>> {
  return useQuery({ queryKey: [route.id, ...rest], queryFn: () => api.call(route, ...rest) });
}

/** The query of the session. */
export const sessionQuery = queryOptions({
  queryKey: [getSession.id],
  queryFn: () => api.call(getSession),
  staleTime: firstMilliseconds,
});

/** Reads the session once. */
export function useReadSession(): UseQueryResult<ApiResponse<typeof getSession>> {
  return useQuery(sessionQuery);
}

/** Reads all pages of a list once. */
export function useReadAllOnce<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiListItem<Route>[]> {
  return useQuery(allOf(route, ...rest));
}

/**
 * Returns a mutation that reloads everything shown. `onDone` runs before the reload, because the component
 * may unmount.
 */
export function useChange<Input, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  onDone: (result: Result) => void = () => {},
) {
  const client = useQueryClient();
  const everything: QueryKey = [];
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      onDone(result);
      return client.invalidateQueries({ queryKey: everything });
    },
  });
}
