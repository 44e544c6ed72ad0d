import { isTokenPrincipal, type Principal } from "../access/principal.ts";
import type { RevisionAuthor } from "../content/revise-space.ts";

/** Who makes a revision with a request. */
export function authorOf(caller: Principal): RevisionAuthor {
  if (isTokenPrincipal(caller)) return { type: "integration", id: caller.integration };
  if (caller.type === "admin") return { type: "administrator" };
  if (caller.type === "member") return { type: "member", id: caller.id, name: caller.name };
  // The portal and consumers change no content.
  return { type: "key", id: caller.id };
}
