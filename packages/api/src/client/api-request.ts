import type { Page } from "../contract/page.ts";
import type { PathParameters } from "../contract/parameters.ts";
import type { OperationTypes } from "../contract/types.ts";
import type { ApiRoute } from "./api-route.ts";

type OperationOf<Route extends ApiRoute> = OperationTypes[Route["id"]];

type QueryOf<Route extends ApiRoute> = OperationOf<Route>["query"];

type BodyOf<Route extends ApiRoute> = OperationOf<Route>["body"];

/** What an operation responds with: the body of its response, `undefined` where there is none. */
export type ApiResponse<Route extends ApiRoute> = OperationOf<Route>["response"];

type Params<Route extends ApiRoute> = keyof PathParameters<Route["path"]> extends never
  ? unknown
  : { readonly params: PathParameters<Route["path"]> };

type Query<Route extends ApiRoute> =
  QueryOf<Route> extends undefined ? unknown : { readonly query?: QueryOf<Route> | undefined };

type Body<Route extends ApiRoute> =
  BodyOf<Route> extends undefined
    ? unknown
    : // oxlint-disable-next-line typescript/no-empty-object-type -- what nothing is required in
      {} extends BodyOf<Route>
      ? { readonly body?: BodyOf<Route> | undefined }
      : { readonly body: BodyOf<Route> };

type Idempotency<Route extends ApiRoute> =
  NonNullable<OperationOf<Route>["idempotent"]> extends never
    ? unknown
    : {
        /** Sent as `Idempotency-Key`; with it the call is safe to make again, and is when it fails. */
        readonly idempotencyKey?: string | undefined;
      };

type VersionOf<Route extends ApiRoute> =
  NonNullable<OperationOf<Route>["version"]> extends infer Field extends string
    ? Field extends keyof ApiResponse<Route>
      ? ApiResponse<Route>[Field]
      : string
    : never;

type Precondition<Route extends ApiRoute> = Route["method"] extends "GET"
  ? unknown
  : [VersionOf<Route>] extends [never]
    ? unknown
    : {
        /**
         * The version that was read, sent as `If-Match`: the change fails with `precondition_failed` if there was another
         * one since.
         */
        readonly ifMatch?: VersionOf<Route> | undefined;
      };

type Creation<Route extends ApiRoute> =
  NonNullable<OperationOf<Route>["creates"]> extends never
    ? unknown
    : {
        /** Sent as `If-None-Match`: the call fails with `precondition_failed` if the resource already exists. */
        readonly ifNoneMatch?: "*" | undefined;
      };

/** Settings that every call takes. */
export interface ApiRequestOptions {
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** What a call takes: `params` of its path, `query`, `body`, `idempotencyKey`, `ifMatch`, `ifNoneMatch`, each where the operation has it. */
export type ApiRequest<Route extends ApiRoute> = ApiRequestOptions &
  Params<Route> &
  Query<Route> &
  Body<Route> &
  Idempotency<Route> &
  Precondition<Route> &
  Creation<Route>;

/** The last argument of a call; it may be left out where nothing in it is required. */
export type ApiRequestArguments<Route extends ApiRoute> =
  ApiRequestOptions extends ApiRequest<Route> ? [request?: ApiRequest<Route>] : [request: ApiRequest<Route>];

/** The routes that respond with a list. */
export type ApiListRoute = {
  [Id in keyof OperationTypes]: OperationTypes[Id]["response"] extends Page<unknown>
    ? Extract<ApiRoute, { readonly id: Id }>
    : never;
}[keyof OperationTypes];

/** What a list is made of. */
export type ApiListItem<Route extends ApiListRoute> =
  ApiResponse<Route> extends Page<infer Item> ? Item : never;
