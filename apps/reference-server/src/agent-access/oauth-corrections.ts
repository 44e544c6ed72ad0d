import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import * as z from "zod";

const querySchema = z.object({ prompt: z.string().optional(), max_age: z.unknown().optional() });
const refusalSchema = z.object({ error: z.literal("invalid_request"), error_description: z.string() });
const badRequest = 400;
const unauthorized = 401;
/** A `max_age` that all sessions satisfy, in seconds. */
const anyAge = "2147483647";

/** Corrects the OAuth provider's responses to two kinds of requests. */
export const oauthCorrections = {
  id: "oauth-corrections",
  hooks: {
    before: [
      {
        matcher: ({ path, query }) => path === "/oauth2/authorize" && asksToSignIn(query),
        // The provider sends signed-in people to the consent page, and from there back to it after each decision.
        // These parameters are from OpenID Connect, so the server may ignore them; the consent page shows the account.
        handler: createAuthMiddleware(async () => ({
          // Merged into the query, which can't remove a parameter.
          context: { query: { prompt: "consent", max_age: anyAge } },
        })),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === "/oauth2/token",
        // The provider responds with 401 `invalid_request` to a wrong verifier. Source: RFC 7636, section 4.6.
        handler: createAuthMiddleware(async ({ context: { returned } }) => {
          const isRefused = returned instanceof APIError && returned.statusCode === unauthorized;
          const { data } = refusalSchema.safeParse(isRefused ? returned.body : undefined);
          // A hook can't change the status of an error.
          return data && Response.json({ ...data, error: "invalid_grant" }, { status: badRequest });
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

function asksToSignIn(query: unknown): boolean {
  const { data } = querySchema.safeParse(query);
  if (data === undefined) return false;
  const prompts = data.prompt?.split(" ") ?? [];
  // `none` can't be combined with other prompts.
  if (prompts.includes("none")) return false;
  return data.max_age !== undefined || prompts.some((prompt) => prompt !== "consent");
}
