import type { Selectable } from "kysely";
import * as z from "zod";
import { createId } from "../common/create-id.ts";
import { readStrings } from "../common/json.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Settings } from "../database/settings.ts";
import type { PortalSessionTable } from "../database/tables.ts";
import type { PortalPrincipal } from "./principal.ts";
import { openEncryptedTokens } from "./encrypted-tokens.ts";

/** Options of a new session. */
export interface NewPortalSession
  extends Pick<PortalPrincipal, "organization" | "readOnly" | "eventTypes" | "theme"> {
  readonly lifetimeSeconds: number;
}

/** A session that has not ended. */
export interface PortalSession {
  readonly id: string;
  readonly readOnly: boolean;
  /** The only event types and wildcards that the session can access. Defaults to all. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/**
 * The portal's sessions. The token contains the encrypted permissions, except for the event types: a long list wouldn't
 * fit into a header. The row is deleted when the session is revoked.
 */
export interface PortalSessions {
  readonly create: (session: NewPortalSession) => Promise<PortalSession & { readonly token: string }>;
  /** Returns the principal of a token. @throws PlatformError `unauthorized` */
  readonly open: (token: string) => Promise<PortalPrincipal>;
  /** Returns an organization's active sessions, newest first. */
  readonly list: (organizationId: string) => Promise<readonly PortalSession[]>;
  /** Ends a session immediately. @throws PlatformError `not_found` */
  readonly revoke: (organizationId: string, id: string) => Promise<void>;
  /** Ends all sessions of an organization immediately. */
  readonly revokeAll: (organizationId: string) => Promise<void>;
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

/** Opens the sessions with the key stored in the settings, and creates the key on the first start. */
export async function openPortalSessions(
  settings: Settings,
  { db, now }: Pick<PlatformContext, "db" | "now">,
): Promise<PortalSessions> {
  const tokens = await openEncryptedTokens(settings, "portal-key", now);
  return {
    create: async ({ lifetimeSeconds, eventTypes, ...session }) => {
      const createdAt = now();
      const id = createId("pse", createdAt);
      const { token, expiresAt } = await tokens.encrypt({ id, ...session }, audience, lifetimeSeconds);
      const { organization, readOnly } = session;
      const row = {
        id,
        organization_id: organization,
        read_only: Number(readOnly),
        event_types: eventTypes === undefined ? null : JSON.stringify(eventTypes),
      };
      await db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom("portal_sessions")
          .where("organization_id", "=", organization)
          .where("expires_at", "<=", createdAt)
          .execute();
        await transaction
          .insertInto("portal_sessions")
          .values({ ...row, created_at: createdAt, expires_at: expiresAt })
          .execute();
      });
      return { id, readOnly, eventTypes, createdAt, expiresAt, token: `${prefix}${token}` };
    },
    open: async (token) => {
      const payload = await tokens.decrypt(token.slice(prefix.length), audience);
      if (payload === "expired") throw hasEnded();
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) throw new PlatformError("unauthorized", "This is not a portal session.");
      const { exp, ...session } = claims.data;
      const row = await db
        .selectFrom("portal_sessions")
        .select("event_types")
        .where("id", "=", session.id)
        .executeTakeFirst();
      if (row === undefined) throw hasEnded();
      return { type: "portal", ...session, eventTypes: toEventTypes(row), expiresAt: exp * 1000 };
    },
    list: async (organizationId) => {
      const rows = await db
        .selectFrom("portal_sessions")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .where("expires_at", ">", now())
        .orderBy("id", "desc")
        .execute();
      return rows.map(toSession);
    },
    revoke: async (organizationId, id) => {
      await db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("portal_sessions")
          .where("organization_id", "=", organizationId)
          .where("id", "=", id)
          .executeTakeFirst();
        // Checked here, so that a failed request leaves no entry in the audit log.
        orNotFound(numDeletedRows > 0n ? id : undefined, `portal session ${id}`);
      });
    },
    revokeAll: async (organizationId) => {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom("portal_sessions")
          .where("organization_id", "=", organizationId)
          .execute();
      });
    },
  };
}

/** Returns whether a bearer token has the form of a portal session token. */
export function isPortalToken(token: string): boolean {
  return token.startsWith(prefix);
}

function hasEnded(): PlatformError {
  return new PlatformError("unauthorized", "The portal session has ended. Open a new link.");
}

function toEventTypes({
  event_types: types,
}: Pick<Selectable<PortalSessionTable>, "event_types">): readonly string[] | undefined {
  return types === null ? undefined : readStrings(types);
}

function toSession(row: Selectable<PortalSessionTable>): PortalSession {
  return {
    id: row.id,
    readOnly: row.read_only === 1,
    eventTypes: toEventTypes(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
