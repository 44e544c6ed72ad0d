import type { RevisionAuthor } from "@plugboard/api/client";
import { type Principal, PlatformError } from "@plugboard/platform";
import { authorOf } from "@plugboard/platform/product";
import { isPerson } from "./change-of.ts";

/** @throws PlatformError `forbidden` for an API key, an AI agent or the platform's administrator */
export function requirePerson(caller: Principal): RevisionAuthor {
  if (isPerson(caller)) return authorOf(caller);
  throw new PlatformError(
    "forbidden",
    "Only a signed-in member can request or decide a review, not an API key, an AI agent or the platform administrator.",
  );
}
