import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import * as z from "zod";

/** The endpoints that list a person's sessions without their tokens, and end one. */
export const sessionEndpoints = {
  listOwnSessions: createAuthEndpoint(
    "/sessions",
    { method: "GET", use: [sessionMiddleware] },
    async (ctx) => {
      const { user, session: current } = ctx.context.session;
      const sessions = await ctx.context.internalAdapter.listSessions(user.id, {
        onlyActiveSessions: true,
      });
      const items = sessions.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
        id,
        createdAt,
        updatedAt,
        ipAddress: ipAddress ?? null,
        userAgent: userAgent ?? null,
        current: id === current.id,
      }));
      return ctx.json({ items });
    },
  ),

  endOwnSession: createAuthEndpoint(
    "/sessions/end",
    { method: "POST", body: z.object({ id: z.string() }), use: [sessionMiddleware] },
    async (ctx) => {
      const { internalAdapter, session } = ctx.context;
      const sessions = await internalAdapter.listSessions(session.user.id);
      const ended = sessions.find(({ id }) => id === ctx.body.id);
      if (ended === undefined)
        throw new APIError("NOT_FOUND", { code: "NOT_FOUND", message: "This session does not exist." });
      await internalAdapter.deleteSession(ended.token);
      return ctx.json({ ended: true });
    },
  ),
};
