import type { OperationTypes } from "@plugboard/api/client";
import type { operations, PathParameters } from "@plugboard/api/contract";
import type { OrganizationScope } from "../access/may-call.ts";
import type { Principal } from "../access/principal.ts";
import type { Spending } from "../tenancy/usage.ts";

type OperationId = keyof typeof operations;

/** One call of an operation, checked by the contract: who may call it, and what the request carries. */
export interface OperationCall<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Principal;
  /** The network address that the request came from, where it is known. */
  readonly address: string | undefined;
  /** Where the caller may call it: what a list is over, and what anything that the body names must belong to. */
  readonly organizations: OrganizationScope;
  /** The caller's name for this one call: the same key again leads to nothing new. */
  readonly idempotencyKey: string | undefined;
  /** The version that `If-Match` names: a change of any other is refused. */
  readonly ifMatch: string | undefined;
  /** Whether the request has `If-None-Match: *`, which refuses to replace an existing resource. */
  readonly ifNoneMatch: boolean;
  /** Takes from a quota; the response says what is left of it. @throws PlatformError `rate_limited` */
  readonly spend: (spending: Spending) => Promise<void>;
}

type CallOf<Id extends OperationId> = OperationCall<
  PathParameters<OperationTypes[Id]["path"]>,
  OperationTypes[Id]["query"],
  OperationTypes[Id]["body"]
>;

// A handler without a response need not return anything.
type ResultOf<Response> = [Response] extends [undefined] ? void : Response;

type ItemOf<Response> = Response extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** What a live list goes on from and ends with. */
export interface LiveOptions {
  /** The id of the item to go on after. */
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

/** What gives the items of each live list of a table as they come. */
export type LiveHandlers<Ids extends OperationId = OperationId> = {
  readonly [Id in Ids]: (
    call: CallOf<Id>,
    options: LiveOptions,
  ) => AsyncIterable<ItemOf<OperationTypes[Id]["response"]> & { readonly id: string }>;
};

/** What does the work of each operation of a table; one that is missing is a type error. */
export type OperationHandlers<Ids extends OperationId = OperationId> = {
  readonly [Id in Ids]: (call: CallOf<Id>) => Promise<ResultOf<OperationTypes[Id]["response"]>>;
};
