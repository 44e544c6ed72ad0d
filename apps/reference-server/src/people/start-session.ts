import { setSessionCookie } from "better-auth/cookies";

/** The context of a better-auth endpoint. */
export type EndpointContext = Parameters<typeof setSessionCookie>[0];

type User = Parameters<typeof setSessionCookie>[1]["user"];

/** Signs in a user whom an endpoint has authenticated. */
export async function startSession(ctx: EndpointContext, user: User): Promise<void> {
  const session = await ctx.context.internalAdapter.createSession(user.id);
  await setSessionCookie(ctx, { session, user });
}
