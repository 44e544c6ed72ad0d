import type { OperationTypes, OperationTypesOf } from "@plugboard/api/client";
import type { PathParameters } from "@plugboard/api/contract";
import type { PathResource } from "../access/find-organization.ts";
import type { OrganizationScope } from "../access/may-call.ts";
import type { Principal } from "../access/principal.ts";
import type { Spending } from "../tenancy/usage.ts";

type OperationId = keyof OperationTypes;

/** A validated call of an operation by an authorized caller. */
export interface OperationCall<Params, Query, Body> {
  readonly params: Params;
  /** The resources in the path. */
  readonly resources: readonly PathResource[];
  readonly query: Query;
  readonly body: Body;
  readonly caller: Principal;
  /** The network address of the request, if known. */
  readonly address: string | undefined;
  /** The caller's organizations for this operation, which limit lists and resources named in the body. */
  readonly organizations: OrganizationScope;
  /** The caller's idempotency key. Repeating the call with the same key creates no second resource. */
  readonly idempotencyKey: string | undefined;
  /** The version in `If-Match`. The change fails if it isn't the current version. */
  readonly ifMatch: string | undefined;
  /** Whether the request has `If-None-Match: *`, which prevents replacing an existing resource. */
  readonly ifNoneMatch: boolean;
  /** Takes from a quota and adds its state to the response. @throws PlatformError `rate_limited` */
  readonly spend: (spending: Spending) => Promise<void>;
}

/** The types of an operation of the API or of a product. */
type TypesOf<Operations, Id extends keyof Operations> = Id extends OperationId
  ? OperationTypes[Id]
  : OperationTypesOf<Operations[Id]>;

type CallOf<Types extends { readonly path: string; readonly query: unknown; readonly body: unknown }> =
  OperationCall<PathParameters<Types["path"]>, Types["query"], Types["body"]>;

// A handler of an operation without a response doesn't have to return a value.
type ResultOf<Response> = [Response] extends [undefined] ? void : Response;

type ItemOf<Response> = Response extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** The start and end of a live list. */
export interface LiveOptions {
  /** Continues after the item with this id. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

/** The handlers of live lists. */
export type LiveHandlersOf<Operations> = {
  readonly [Id in keyof Operations]: (
    call: CallOf<TypesOf<Operations, Id>>,
    options: LiveOptions,
  ) => AsyncIterable<ItemOf<TypesOf<Operations, Id>["response"]> & { readonly id: string }>;
};

/** The handlers of a table's operations. A missing handler is a type error. */
export type HandlersOf<Operations> = {
  readonly [Id in keyof Operations]: (
    call: CallOf<TypesOf<Operations, Id>>,
  ) => Promise<ResultOf<TypesOf<Operations, Id>["response"]>>;
};

/** A validated call of any operation. */
export type AnyCall = OperationCall<Readonly<Record<string, string>>, unknown, unknown>;

/** A handler without its types. */
export type AnyHandler = (call: AnyCall) => Promise<unknown>;

/** A live handler without its types. */
export type AnyLiveHandler = (call: AnyCall, options: LiveOptions) => AsyncIterable<{ readonly id: string }>;
