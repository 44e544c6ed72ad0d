import { isTokenPrincipal, type Principal } from "../access/principal.ts";
import type { RevisionAuthor } from "../content/revise-space.ts";

/** Who makes a revision with a request. */
export function authorOf(caller: Principal): RevisionAuthor {
  if (isTokenPrincipal(caller)) return { type: "integration", id: caller.integration };
  if (caller.type === "admin") return { type: "administrator" };
  // The portal changes no content.
  if (caller.type === "key" || caller.type === "portal") return { type: "key", id: caller.id };
  return { type: "member", id: caller.id, name: caller.name };
}
