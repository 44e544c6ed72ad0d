import { setSessionCookie } from "better-auth/cookies";

/** What an endpoint is called with. */
export type EndpointContext = Parameters<typeof setSessionCookie>[0];

type User = Parameters<typeof setSessionCookie>[1]["user"];

/** Signs somebody in whom an endpoint has made sure of. */
export async function startSession(ctx: EndpointContext, user: User): Promise<void> {
  const session = await ctx.context.internalAdapter.createSession(user.id);
  await setSessionCookie(ctx, { session, user });
}
