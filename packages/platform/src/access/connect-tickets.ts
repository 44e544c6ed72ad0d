import type { Kysely } from "kysely";
import * as z from "zod";
import type { Settings } from "../database/settings.ts";
import type { Tables } from "../database/tables.ts";
import { openSealedTokens } from "./sealed-tokens.ts";

/** What somebody may do who was sent by the settings page: open a callback of an installation, or of its space or site installation. */
export interface ConnectGrant {
  readonly installationId: string;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/** A grant on its way from the settings page to the callback it is for. */
export interface ConnectTicket extends ConnectGrant {
  /** The callback's path, comparable. */
  readonly path: string;
}

/** Why a ticket is not taken: it is too old, was used before, or is not for the place it was brought to. */
export type TicketRefusal = "expired" | "used" | "foreign";

/** Issues the tickets that connecting an account begins with, and the cookies they are traded for. */
export interface ConnectTickets {
  /** A ticket that works once, for a minute. */
  readonly issue: (ticket: ConnectTicket) => Promise<{ readonly ticket: string; readonly expiresAt: number }>;
  /** Uses a ticket up, in all processes. One that is brought to the wrong place stays as it is. */
  readonly redeem: (
    ticket: string,
    at: { readonly installationId: string; readonly path: string },
  ) => Promise<ConnectGrant | TicketRefusal>;
  /** The value of the cookie that a ticket is traded for. */
  readonly createCookie: (grant: ConnectGrant) => Promise<string>;
  /** What a cookie grants at an installation; `undefined` when it is another one's, too old, or none of ours. */
  readonly readCookie: (cookie: string, installationId: string) => Promise<ConnectGrant | undefined>;
}

const ticketLifetimeSeconds = 60;

/** Longer than a flow at a provider may take, so that it is the flow itself that says it took too long. */
export const cookieLifetimeSeconds: number = 15 * 60;

const audiences = { ticket: "connect-ticket", cookie: "connect-cookie" } as const;

const grantShape = {
  installationId: z.string(),
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
};
const grantSchema: z.ZodType<ConnectGrant> = z.object(grantShape);
const ticketSchema = z.object({ ...grantShape, path: z.string(), jti: z.string(), exp: z.number() });

/** Opens the tickets with the key kept in the settings; the first start makes it. */
export async function openConnectTickets(
  settings: Settings,
  db: Kysely<Tables>,
  now: () => number,
): Promise<ConnectTickets> {
  const tokens = await openSealedTokens(settings, "connect-key", now);
  return {
    issue: async (claims) => {
      const { token, expiresAt } = await tokens.seal({ ...claims }, audiences.ticket, ticketLifetimeSeconds);
      return { ticket: token, expiresAt };
    },
    redeem: async (ticket, at) => {
      const opened = await tokens.open(ticket, audiences.ticket);
      if (opened === "expired") return opened;
      const claims = ticketSchema.safeParse(opened);
      if (!claims.success) return "foreign";
      const { path, jti, exp, ...grant } = claims.data;
      if (grant.installationId !== at.installationId || path !== at.path) return "foreign";
      return (await useTicket(db, { id: jti, expiresAt: exp * 1000 }, now())) ? grant : "used";
    },
    createCookie: async (grant) =>
      (await tokens.seal({ ...grant }, audiences.cookie, cookieLifetimeSeconds)).token,
    readCookie: async (cookie, installationId) => {
      const grant = grantSchema.safeParse(await tokens.open(cookie, audiences.cookie));
      return grant.success && grant.data.installationId === installationId ? grant.data : undefined;
    },
  };
}

// The clocks of several servers differ: a ticket is remembered for longer than any of them takes it.
const keptMilliseconds = 3600 * 1000;

/** Notes that a ticket was used. @returns whether nobody had used it before, in this process or another */
async function useTicket(
  db: Kysely<Tables>,
  ticket: { readonly id: string; readonly expiresAt: number },
  now: number,
): Promise<boolean> {
  await db
    .deleteFrom("used_tickets")
    .where("expires_at", "<", now - keptMilliseconds)
    .execute();
  const noted = await db
    .insertInto("used_tickets")
    .values({ id: ticket.id, expires_at: ticket.expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}
