import { createHmac, randomBytes } from "node:crypto";
import type { RateLimiter, RateLimitPolicy } from "@plugboard/platform";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import * as z from "zod";
import { refuseForeignRedirects } from "./account-redirects.ts";
import { sessionTokenPrefix } from "./accounts.ts";
import { refuseUsedCodes } from "./refuse-used-codes.ts";

/** The path of email links. */
export const magicLinkPath = "/magic-link/verify";

// Applies in addition to the limit per address, because attempts on one account can come from many addresses.
// An attempt with the correct password is refunded.
const guessPolicy: RateLimitPolicy = { name: "password-guesses", quota: 10, windowSeconds: 600 };

const askedSchema = z.object({ twoFactorRedirect: z.literal(true) });
const guessSchema = z.object({ email: z.string().toLowerCase() });
const linkSchema = z.object({ callbackURL: z.string().optional() });

/**
 * Returns hooks around better-auth's sign-in methods that limit attempts and keep responses from revealing
 * accounts.
 */
export function signInHooks(consoleUrl: string, rateLimiter: RateLimiter) {
  return {
    before: [
      refuseForeignRedirects(consoleUrl),
      refuseUsedCodes(rateLimiter),
      {
        matcher: ({ path }) => path === "/sign-in/email",
        handler: createAuthMiddleware(async (ctx) => {
          const { data } = guessSchema.safeParse(ctx.body);
          if (data === undefined) return;
          const { granted, retryAfterSeconds } = await rateLimiter.take(guessPolicy, data.email);
          if (granted) return;
          throw new APIError(
            "TOO_MANY_REQUESTS",
            { code: "RATE_LIMITED", message: "Too many wrong passwords. Try again later." },
            { "Retry-After": String(retryAfterSeconds) },
          );
        }),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === "/sign-in/email",
        handler: createAuthMiddleware(async (ctx) => {
          const { data } = guessSchema.safeParse(ctx.body);
          if (data === undefined || isAPIError(ctx.context.returned)) return;
          await rateLimiter.take(guessPolicy, data.email, -1);
        }),
      },
      {
        // Timing must not reveal whether an account exists. For unknown addresses this repeats the library's
        // work: looking up credentials and storing a verification.
        matcher: ({ path }) => path === "/sign-in/email" || path === "/request-password-reset",
        handler: createAuthMiddleware(async (ctx) => {
          const { data } = guessSchema.safeParse(ctx.body);
          if (data === undefined) return;
          const { internalAdapter } = ctx.context;
          const isReset = ctx.path === "/request-password-reset";
          const account = await internalAdapter.findUserByEmail(data.email);
          if (isReset && account !== null) await internalAdapter.findAccounts(account.user.id);
          if (!isReset && account === null) await internalAdapter.findAccounts("");
          if (!isReset || account !== null) return;
          await internalAdapter.createVerificationValue({
            identifier: `nobody:${randomBytes(24).toString("base64url")}`,
            value: "",
            expiresAt: new Date(),
          });
        }),
      },
      {
        // A browser opens the link and needs a page that asks for the code.
        matcher: ({ path }) => path === magicLinkPath,
        handler: createAuthMiddleware(async (ctx) => {
          if (!askedSchema.safeParse(ctx.context.returned).success) return;
          const { callbackURL = "/" } = linkSchema.parse(ctx.query);
          const url = new URL(callbackURL, consoleUrl);
          url.searchParams.set("code", "required");
          throw ctx.redirect(url.href);
        }),
      },
      {
        // Tokens of sessions without cookies are signed too, so that a leaked database doesn't grant access.
        matcher: ({ path }) => path === "/device/token",
        handler: createAuthMiddleware(async (ctx) => {
          const granted = z.looseObject({ access_token: z.string() }).safeParse(ctx.context.returned);
          if (!granted.success) return undefined;
          const token = granted.data.access_token;
          const signature = createHmac("sha256", ctx.context.secret).update(token).digest("base64");
          return ctx.json({
            ...granted.data,
            access_token: `${sessionTokenPrefix}${token}.${signature}`,
          });
        }),
      },
    ],
  } satisfies BetterAuthPlugin["hooks"];
}
