import type { RevisionAuthor } from "@plugboard/api/client";
import { managers } from "@plugboard/api/contract";
import type { Principal } from "@plugboard/platform";
import { authorOf } from "@plugboard/platform/product";
import type { Manages } from "../revise-space.ts";

/** Returns the author of a change to the tree of pages, and where they may make it without an approval. */
export function changeOf(caller: Principal): { readonly author: RevisionAuthor; readonly manages: Manages } {
  return {
    author: authorOf(caller),
    manages: (organizationId) =>
      caller.type === "admin" ||
      (isPerson(caller) &&
        caller.memberships.some(
          ({ organization, role }) => organization === organizationId && managers.includes(role),
        )),
  };
}

/** Returns whether a person calls, rather than an API key, an integration or the person's AI agent. */
export function isPerson(caller: Principal): caller is Extract<Principal, { readonly type: "member" }> {
  return caller.type === "member" && caller.agent === undefined && caller.embedded === undefined;
}
