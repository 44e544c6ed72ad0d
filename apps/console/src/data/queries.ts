import type {
  ApiListItem,
  ApiListRoute,
  ApiRequestArguments,
  ApiResponse,
  ApiRoute,
  ChangedResource,
} from "@plugboard/api/client";
import { resourceOf } from "@plugboard/api/client";
import {
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { live } from "./live.ts";
import { api } from "./platform-api.ts";

/** Reads something and keeps it fresh. */
export function useRead<Route extends ApiRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiResponse<Route>> {
  return useLive([route.id, ...rest], () => api.call(route, ...rest), resourceOf(route.path));
}

/** Reads a whole list, however many pages it has, and keeps it fresh. */
export function useReadAll<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiListItem<Route>[]> {
  const read = () => Array.fromAsync(api.list(route, ...rest));
  return useLive([route.id, "all", ...rest], read, resourceOf(route.path));
}

/** Reads something, and again whenever one of the resources changes. */
export function useLive<Result>(
  queryKey: QueryKey,
  read: () => Promise<Result>,
  ...resources: readonly ChangedResource[]
): UseQueryResult<Result> {
  return useQuery({ queryKey, queryFn: read, ...live(...resources) });
}

/** Reads something once, which hardly changes while it is shown, or which a form is made from. */
export function useReadOnce<Route extends ApiRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiResponse<Route>> {
  return useQuery({ queryKey: [route.id, ...rest], queryFn: () => api.call(route, ...rest) });
}

/** Reads a whole list once, however many pages it has. */
export function useReadAllOnce<Route extends ApiListRoute>(
  route: Route,
  ...rest: ApiRequestArguments<Route>
): UseQueryResult<ApiListItem<Route>[]> {
  return useQuery({
    queryKey: [route.id, "all", ...rest],
    queryFn: () => Array.fromAsync(api.list(route, ...rest)),
  });
}

/**
 * A change, after which everything shown is read again. `onDone` runs before that, since what asked for the change may be
 * gone afterwards.
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
