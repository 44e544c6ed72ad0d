import type { RevisionAuthor } from "@plugboard/api/client";
import { isTokenPrincipal, type Principal } from "./principal.ts";

/**
 * Returns the author of a change made by a request.
 *
 * @example
 * import { authorOf } from "@plugboard/platform/product";
 *
 * console.log(authorOf({ type: "admin" })); // { type: 'administrator' }
 */
export function authorOf(caller: Principal): RevisionAuthor {
  if (isTokenPrincipal(caller)) return { type: "integration", id: caller.integration };
  if (caller.type === "admin") return { type: "administrator" };
  if (caller.type === "member") return { type: "member", id: caller.id, name: caller.name };
  // Portal sessions and consumers cannot change the product's data.
  return { type: "key", id: caller.id };
}
