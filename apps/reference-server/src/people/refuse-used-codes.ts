import type { RateLimiter, RateLimitPolicy } from "@plugboard/platform";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import * as z from "zod";
import type { EndpointContext } from "./start-session.ts";

// The library accepts a code for 90 seconds: its own period and the ones before and after.
const usePolicy: RateLimitPolicy = { name: "used-codes", quota: 1, windowSeconds: 120 };
const codeSchema = z.object({ code: z.string() });
/** The library's cookie between the password step and the code step. */
const challengeCookie = "two_factor";

/**
 * Accepts each authenticator code once per person, as RFC 6238 requires, so that an observed code can't be
 * reused.
 */
export function refuseUsedCodes(rateLimiter: RateLimiter) {
  return {
    matcher: ({ path }) => path === "/two-factor/verify-totp",
    handler: createAuthMiddleware(async (ctx) => {
      const { data } = codeSchema.safeParse(ctx.body);
      const userId = (await getSessionFromCtx(ctx))?.user.id ?? (await findChallenged(ctx));
      if (data === undefined || userId === undefined) return;
      const { granted } = await rateLimiter.take(usePolicy, `${userId} ${data.code}`);
      if (granted) return;
      throw new APIError("UNAUTHORIZED", {
        code: "CODE_USED",
        message: "This code was already used. Wait for the next one.",
      });
    }),
  } satisfies NonNullable<NonNullable<BetterAuthPlugin["hooks"]>["before"]>[number];
}

/** Returns the person whose sign-in is waiting for a code. */
async function findChallenged(ctx: EndpointContext): Promise<string | undefined> {
  const { name } = ctx.context.createAuthCookie(challengeCookie);
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (typeof challenge !== "string") return undefined;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value;
}
