import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import * as z from "zod";

const refusalSchema = z.object({ error: z.literal("invalid_request"), error_description: z.string() });
const badRequest = 400;
const unauthorized = 401;
/** A `max_age` that all sessions satisfy, in seconds. */
const anyAge = "2147483647";

/** The path of authorization requests. The consent endpoint calls it internally, too. */
const authorizePath = "/oauth2/authorize";

/** Corrects the OAuth provider's responses to two kinds of requests. */
export const oauthCorrections: Pick<BetterAuthPlugin, "id" | "hooks"> = {
  id: "oauth-corrections",
  hooks: {
    before: [
      {
        // The provider issues codes without asking if the person has consented before. Any program on their computer
        // could then get tokens in the name of a connected agent. Source: RFC 8252, section 8.6.
        matcher: ({ path, request }) =>
          path === authorizePath && URL.parse(request?.url ?? "")?.pathname.endsWith(authorizePath) === true,
        handler: createAuthMiddleware(async () => {
          // Overrides parameters of OpenID Connect, which the server may ignore. With the prompt `login` or with a
          // `max_age`, the provider would send signed-in people back to the page after each decision.
          const decision = { prompt: "consent", max_age: anyAge };
          return { context: { query: decision, body: decision } };
        }),
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
};
