import * as z from "zod";
import { PlatformError } from "../common/platform-error.ts";
import { createId } from "../common/create-id.ts";
import type { Settings } from "../database/settings.ts";
import type { PortalPrincipal } from "./principal.ts";
import { openSealedTokens } from "./sealed-tokens.ts";

/** What a new session is made from. */
export interface NewPortalSession extends Pick<PortalPrincipal, "organization" | "readOnly" | "theme"> {
  readonly lifetimeSeconds: number;
}

/** Sessions of the portal. Nothing is stored of them: their tokens say all that there is, sealed, and end by themselves. */
export interface PortalSessions {
  readonly create: (
    session: NewPortalSession,
  ) => Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Whose session a token is of. @throws PlatformError `unauthorized` */
  readonly open: (token: string) => Promise<PortalPrincipal>;
}

const prefix = "pbp_";
const audience = "portal";

const claimsSchema = z.object({
  id: z.string(),
  organization: z.string(),
  readOnly: z.boolean(),
  theme: z.object({
    accent: z.string().optional(),
    scheme: z.enum(["light", "dark"]).optional(),
    radius: z.number().optional(),
  }),
  exp: z.number(),
});

/** Opens the sessions with the key kept in the settings; the first start makes it. */
export async function openPortalSessions(settings: Settings, now: () => number): Promise<PortalSessions> {
  const tokens = await openSealedTokens(settings, "portal-key", now);
  return {
    create: async ({ lifetimeSeconds, ...session }) => {
      const claims = { id: createId("pse", now()), ...session };
      const { token, expiresAt } = await tokens.seal(claims, audience, lifetimeSeconds);
      return { token: `${prefix}${token}`, expiresAt };
    },
    open: async (token) => {
      const opened = await tokens.open(token.slice(prefix.length), audience);
      if (opened === "expired")
        throw new PlatformError("unauthorized", "The session of the portal has ended. Open a new link.");
      const claims = claimsSchema.safeParse(opened);
      if (!claims.success) throw new PlatformError("unauthorized", "This is not a session of the portal.");
      const { exp, ...session } = claims.data;
      return { type: "portal", ...session, expiresAt: exp * 1000 };
    },
  };
}

/** Whether a bearer token has the form of a portal session's. */
export function isPortalToken(token: string): boolean {
  return token.startsWith(prefix);
}
