import type { Page } from "../contract/page.ts";
import type { PathParameters } from "../contract/parameters.ts";
import type { ApiRoute } from "../contract/api-route.ts";

type OperationOf<Route extends ApiRoute> = NonNullable<Route["types"]>;

type QueryOf<Route extends ApiRoute> = OperationOf<Route>["query"];

type BodyOf<Route extends ApiRoute> = OperationOf<Route>["body"];

/** The body of an operation's response; `undefined` if it has none. */
export type ApiResponse<Route extends ApiRoute> = OperationOf<Route>["response"];

type Params<Route extends ApiRoute> = keyof PathParameters<Route["path"]> extends never
  ? unknown
  : { readonly params: PathParameters<Route["path"]> };

type Query<Route extends ApiRoute> =
  QueryOf<Route> extends undefined ? unknown : { readonly query?: QueryOf<Route> | undefined };

type Body<Route extends ApiRoute> =
  BodyOf<Route> extends undefined
    ? unknown
    : // oxlint-disable-next-line typescript/no-empty-object-type -- for operations without required fields
      {} extends BodyOf<Route>
      ? { readonly body?: BodyOf<Route> | undefined }
      : { readonly body: BodyOf<Route> };

type Idempotency<Route extends ApiRoute> =
  NonNullable<OperationOf<Route>["idempotent"]> extends never
    ? unknown
    : {
        /** Sent as `Idempotency-Key`. Makes the call safe to repeat, and lets the client retry it. */
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
         * The version that was read, sent as `If-Match`. The change fails with `precondition_failed` if the
         * resource has changed since.
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

/** Options for every call. */
export interface ApiRequestOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The input of a call: `params` of its path, `query`, `body`, `idempotencyKey`, `ifMatch` and `ifNoneMatch`,
 * if the operation has them.
 */
export type ApiRequest<Route extends ApiRoute> = ApiRequestOptions &
  Params<Route> &
  Query<Route> &
  Body<Route> &
  Idempotency<Route> &
  Precondition<Route> &
  Creation<Route>;

/** The last argument of a call, optional if it has no required fields. */
export type ApiRequestArguments<Route extends ApiRoute> =
  ApiRequestOptions extends ApiRequest<Route> ? [request?: ApiRequest<Route>] : [request: ApiRequest<Route>];

/** The item type of a list. */
export type ApiListItem<Route extends ApiRoute> = ApiResponse<Route> extends Page<infer Item> ? Item : never;
