import type { ApiPaths, Page } from "./api-paths.ts";

/** HTTP methods of the platform's API. */
export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The path templates that answer a method. */
export type ApiPath<Method extends ApiMethod> = {
  [Path in keyof ApiPaths]: Method extends keyof ApiPaths[Path] ? Path : never;
}[keyof ApiPaths];

type ApiCall<Method extends ApiMethod, Path extends ApiPath<Method>> = Method extends keyof ApiPaths[Path]
  ? ApiPaths[Path][Method]
  : never;

/** What a call answers. */
export type ApiResponse<Method extends ApiMethod, Path extends ApiPath<Method>> =
  ApiCall<Method, Path> extends { readonly response: infer Response } ? Response : never;

type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

type ParametersOf<Path extends string> = [ParameterName<Path>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParameterName<Path>, string>> };

type QueryOf<Call> = Call extends { readonly query: infer Query } ? { readonly query?: Query } : unknown;

type BodyOf<Call> = Call extends { readonly body: infer Body } ? { readonly body: Body } : unknown;

/** Settings that every call takes. */
export interface ApiRequestOptions {
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal;
  /** Sent as `Idempotency-Key`; with it a `POST` is safe to send again, and is when it fails. */
  readonly idempotencyKey?: string;
}

/** What a call takes: `params` of its path, `query`, `body`, each only where the call has one. */
export type ApiRequest<Method extends ApiMethod, Path extends ApiPath<Method>> = ApiRequestOptions &
  ParametersOf<Path> &
  QueryOf<ApiCall<Method, Path>> &
  BodyOf<ApiCall<Method, Path>>;

/** The last argument of a call; it may be left out where nothing in it is required. */
export type ApiRequestArguments<Method extends ApiMethod, Path extends ApiPath<Method>> =
  ApiRequestOptions extends ApiRequest<Method, Path>
    ? [request?: ApiRequest<Method, Path>]
    : [request: ApiRequest<Method, Path>];

/** The path templates that answer `GET` with a list. */
export type ApiListPath = {
  [Path in ApiPath<"GET">]: ApiResponse<"GET", Path> extends Page<unknown> ? Path : never;
}[ApiPath<"GET">];

/** What the list at a path is made of. */
export type ApiListItem<Path extends ApiListPath> =
  ApiResponse<"GET", Path> extends Page<infer Item> ? Item : never;
