import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { nameSchema } from "./account-schemas.ts";

const namingPaths: ReadonlySet<string> = new Set(["/passkey/update-passkey", "/passkey/verify-registration"]);

/** Checks the names of passkeys, whose length their plugin doesn't limit. */
export const checkPasskeyName = {
  id: "check-passkey-name",
  hooks: {
    before: [
      {
        matcher: ({ path }) => path !== undefined && namingPaths.has(path),
        handler: createAuthMiddleware(async ({ body }) => {
          const { success, error } = nameSchema.optional().safeParse(Reflect.get(Object(body), "name"));
          if (success) return;
          throw new APIError("BAD_REQUEST", {
            code: "INVALID_REQUEST",
            message: `[body.name] ${error.issues[0]?.message ?? "must be text"}`,
          });
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
