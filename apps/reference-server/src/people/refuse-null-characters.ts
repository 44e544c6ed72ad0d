import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";

/** Refuses requests with U+0000, which PostgreSQL can't store. */
export const refuseNullCharacters = {
  id: "refuse-null-characters",
  hooks: {
    before: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async ({ body, query }) => {
          if (!hasNullCharacter([body, query])) return;
          const message = "The request contains the character U+0000.";
          throw new APIError("BAD_REQUEST", {
            code: "INVALID_REQUEST",
            message,
            error: "invalid_request",
            error_description: message,
          });
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

function hasNullCharacter(value: unknown): boolean {
  // Not recursive, because values can be nested deeply.
  const pending: unknown[] = [value];
  for (const each of pending) {
    if (typeof each === "string" && each.includes("\0")) return true;
    if (typeof each === "object" && each !== null) pending.push(...Object.keys(each), ...Object.values(each));
  }
  return false;
}
