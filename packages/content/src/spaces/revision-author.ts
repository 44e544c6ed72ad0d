import type { RevisionAuthor } from "@plugboard/api/client";
import { isTokenPrincipal, type Principal } from "../access/principal.ts";

/** Returns the author of a revision made by a request. */
export function authorOf(caller: Principal): RevisionAuthor {
  if (isTokenPrincipal(caller)) return { type: "integration", id: caller.integration };
  if (caller.type === "admin") return { type: "administrator" };
  if (caller.type === "member") return { type: "member", id: caller.id, name: caller.name };
  // Portal sessions and consumers cannot change content.
  return { type: "key", id: caller.id };
}
