import type { Method } from "./operation.ts";
import type { Page } from "./page.ts";

/** The input and output types of an operation. */
export interface OperationShape {
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly response: unknown;
  readonly idempotent: true | undefined;
  readonly version: string | undefined;
  readonly creates: true | undefined;
}

/**
 * The id, method and path of an operation, with its types: a constant of `@plugboard/api/routes`, or a route of
 * a product. It contains no schemas.
 */
export interface ApiRoute<
  Id extends string = string,
  Verb extends Method = Method,
  Types extends OperationShape = OperationShape,
  Listed extends true | undefined = true | undefined,
> {
  readonly id: Id;
  readonly method: Verb;
  readonly path: Types["path"];
  /** The names of the query fields. Only set if the operation can have a body too. */
  readonly query?: readonly string[];
  /** Ties the route to the types of its operation. Never set. */
  readonly types?: Types;
  /** Tells routes of lists apart. Never set. */
  readonly isList?: Listed;
}

/** A route whose operation responds with a page of a list. */
export type ApiListRoute = ApiRoute<string, Method, OperationShape, true>;

/** A route whose operation doesn't respond with a page of a list. */
export type ApiResourceRoute = ApiRoute<string, Method, OperationShape, undefined>;

/** The route of an operation, by its id in a table of types. */
export type RouteOf<
  Table extends { readonly [Name in Id]: OperationShape },
  Id extends string,
  Verb extends Method = Method,
> = ApiRoute<Id, Verb, Table[Id], IsList<Verb, Table[Id]["response"]>>;

type IsList<Verb extends Method, Response> = "GET" extends Verb
  ? Response extends Page<unknown>
    ? true
    : undefined
  : undefined;
