import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import * as z from "zod";
import { toolScopes } from "./agent-resource.ts";

const scopeSchema = z.object({ scope: z.string() });
const revocationSchema = z.object({ token: z.string().min(1) });
const unknownTokenSchema = z.object({ error: z.enum(["invalid_request", "invalid_token"]) });
const refusalSchema = z.object({ error: z.literal("invalid_request"), error_description: z.string() });
const badRequest = 400;
const unauthorized = 401;
/** A `max_age` that all sessions satisfy, in seconds. */
const anyAge = "2147483647";

/** The scope that gives an agent a refresh token. */
const refreshScope = "offline_access";

/** The path of authorization requests. The consent endpoint calls it internally, too. */
const authorizePath = "/oauth2/authorize";

/** Corrects the OAuth provider's behavior for agents. */
export const oauthCorrections: Pick<BetterAuthPlugin, "id" | "hooks"> = {
  id: "oauth-corrections",
  hooks: {
    before: [
      {
        // The provider issues codes without asking if the person has consented before. Any program on their computer
        // could then get tokens in the name of a connected agent. Source: RFC 8252, section 8.6.
        matcher: ({ path, request }) =>
          path === authorizePath && URL.parse(request?.url ?? "")?.pathname.endsWith(authorizePath) === true,
        handler: createAuthMiddleware(async (ctx) => {
          // Overrides parameters of OpenID Connect, which the server may ignore. With the prompt `login` or with a
          // `max_age`, the provider would send signed-in people back to the page after each decision.
          const decision = { prompt: "consent", max_age: anyAge };
          // Most agents don't request refresh tokens, and would have to sign in again each hour. The provider issues
          // refresh tokens to agents that can use them.
          const { data } = scopeSchema.safeParse({ ...ctx.query, ...ctx.body });
          const requested = data?.scope.split(" ").filter((scope) => scope !== refreshScope) ?? [];
          // The provider's default is every scope, including the contents of deliveries.
          const scopes = requested.length > 0 ? requested : toolScopes;
          const changes = { ...decision, scope: [...scopes, refreshScope].join(" ") };
          return { context: { query: changes, body: changes } };
        }),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === "/oauth2/revoke",
        // The provider responds with 400 to unknown tokens. Source: RFC 7009, section 2.2.
        handler: createAuthMiddleware(async ({ body, context: { returned } }) => {
          if (!isAPIError(returned) || !revocationSchema.safeParse(body).success) return undefined;
          return unknownTokenSchema.safeParse(returned.body).success ? Response.json({}) : undefined;
        }),
      },
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
