import type * as routes from "../contract/routes.ts";

/** The id, method and path of an operation: one of the constants of `@plugboard/api/routes`. */
export type ApiRoute = (typeof routes)[keyof typeof routes];
