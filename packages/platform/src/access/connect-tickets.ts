import type { Kysely } from "kysely";
import * as z from "zod";
import type { Settings } from "../database/settings.ts";
import type { Tables } from "../database/tables.ts";
import { openEncryptedTokens } from "./encrypted-tokens.ts";

/**
 * Permission for a person sent by the settings page to open a callback of an installation, or of its installation
 * in a resource.
 */
export interface ConnectGrant {
  readonly installationId: string;
  readonly resource?: { readonly kind: string; readonly id: string } | undefined;
}

/** A grant passed from the settings page to a callback. */
export interface ConnectTicket extends ConnectGrant {
  /** The callback's path in comparable form. */
  readonly path: string;
}

/** The reason a ticket is rejected: too old, already used, or issued for another callback. */
export type TicketRefusal = "expired" | "used" | "foreign";

/** Issues tickets for connecting an account, and exchanges them for cookies. */
export interface ConnectTickets {
  /** Returns a ticket that can be used once, within a minute. */
  readonly issue: (ticket: ConnectTicket) => Promise<{ readonly ticket: string; readonly expiresAt: number }>;
  /**
   * Redeems a ticket, after which no process accepts it again. A ticket presented to the wrong callback
   * remains valid.
   */
  readonly redeem: (
    ticket: string,
    at: { readonly installationId: string; readonly path: string },
  ) => Promise<ConnectGrant | TicketRefusal>;
  /** Returns the value of the cookie that a ticket is exchanged for. */
  readonly createCookie: (grant: ConnectGrant) => Promise<string>;
  /**
   * Returns a cookie's grant at an installation. `undefined` if the cookie belongs to another installation, has
   * expired or wasn't issued here.
   */
  readonly readCookie: (cookie: string, installationId: string) => Promise<ConnectGrant | undefined>;
}

const ticketLifetimeSeconds = 60;

/** Longer than the flow at the provider is allowed to take, so that the flow reports the timeout. */
export const cookieLifetimeSeconds: number = 15 * 60;

const audiences = { ticket: "connect-ticket", cookie: "connect-cookie" } as const;

const grantShape = {
  installationId: z.string(),
  resource: z.object({ kind: z.string(), id: z.string() }).exactOptional(),
};
const grantSchema: z.ZodType<ConnectGrant> = z.object(grantShape);
const ticketSchema = z.object({ ...grantShape, path: z.string(), jti: z.string(), exp: z.number() });

/** Opens the tickets with the key stored in the settings, and creates the key on the first start. */
export async function openConnectTickets(
  settings: Settings,
  db: Kysely<Tables>,
  now: () => number,
): Promise<ConnectTickets> {
  const tokens = await openEncryptedTokens(settings, "connect-key", now);
  return {
    issue: async (claims) => {
      const { token, expiresAt } = await tokens.encrypt(
        { ...claims },
        audiences.ticket,
        ticketLifetimeSeconds,
      );
      return { ticket: token, expiresAt };
    },
    redeem: async (ticket, at) => {
      const payload = await tokens.decrypt(ticket, audiences.ticket);
      if (payload === "expired") return payload;
      const claims = ticketSchema.safeParse(payload);
      if (!claims.success) return "foreign";
      const { path, jti, exp, ...grant } = claims.data;
      if (grant.installationId !== at.installationId || path !== at.path) return "foreign";
      return (await useTicket(db, { id: jti, expiresAt: exp * 1000 }, now())) ? grant : "used";
    },
    createCookie: async (grant) =>
      (await tokens.encrypt({ ...grant }, audiences.cookie, cookieLifetimeSeconds)).token,
    readCookie: async (cookie, installationId) => {
      const grant = grantSchema.safeParse(await tokens.decrypt(cookie, audiences.cookie));
      return grant.success && grant.data.installationId === installationId ? grant.data : undefined;
    },
  };
}

// Server clocks differ, so used tickets are remembered for longer than any server accepts them.
const keptMilliseconds = 3600 * 1000;

/** Marks a ticket as used. @returns whether no process had used it before */
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
