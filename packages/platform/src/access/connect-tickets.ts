import { EncryptJWT, errors, jwtDecrypt } from "jose";
import type { Kysely } from "kysely";
import * as z from "zod";
import type { Settings } from "../database/settings.ts";
import type { Tables } from "../database/tables.ts";
import { useTicket } from "./use-ticket.ts";

/** What somebody may do who was sent by the settings page: open a callback of an installation, or of its part in a place. */
export interface ConnectGrant {
  readonly installationId: string;
  readonly spaceId?: string;
  readonly siteId?: string;
}

/** A grant on its way from the settings page to the callback it is for. */
export interface ConnectTicket extends ConnectGrant {
  /** The callback's path, comparable. */
  readonly path: string;
}

/** Why a ticket is not taken: it is too old, was used before, or is none for the place it was brought to. */
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
const keyBytes = 32;
const encryption = { alg: "dir", enc: "A256GCM" } as const;

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
  const text = await settings.getOrCreate("connect-key", async () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(keyBytes))).toString("base64"),
  );
  const key = new Uint8Array(Buffer.from(text, "base64"));

  const seal = (claims: ConnectGrant, audience: string, expiresAtSeconds: number): Promise<string> =>
    new EncryptJWT({ ...claims })
      .setProtectedHeader(encryption)
      .setAudience(audience)
      .setJti(crypto.randomUUID())
      .setExpirationTime(expiresAtSeconds)
      .encrypt(key);

  const open = async (token: string, audience: string): Promise<unknown> => {
    const { payload } = await jwtDecrypt(token, key, {
      audience,
      requiredClaims: ["exp", "jti"],
      keyManagementAlgorithms: [encryption.alg],
      contentEncryptionAlgorithms: [encryption.enc],
      currentDate: new Date(now()),
    });
    return payload;
  };

  return {
    issue: async (claims) => {
      const expiresAtSeconds = Math.floor(now() / 1000) + ticketLifetimeSeconds;
      const ticket = await seal(claims, audiences.ticket, expiresAtSeconds);
      return { ticket, expiresAt: expiresAtSeconds * 1000 };
    },
    redeem: async (ticket, at) => {
      const opened = await open(ticket, audiences.ticket).catch(toRefusal);
      if (opened === "expired") return opened;
      const claims = ticketSchema.safeParse(opened);
      if (!claims.success) return "foreign";
      const { path, jti, exp, ...grant } = claims.data;
      if (grant.installationId !== at.installationId || path !== at.path) return "foreign";
      return (await useTicket(db, { id: jti, expiresAt: exp * 1000 }, now())) ? grant : "used";
    },
    createCookie: (grant) => seal(grant, audiences.cookie, Math.floor(now() / 1000) + cookieLifetimeSeconds),
    readCookie: async (cookie, installationId) => {
      const opened = await open(cookie, audiences.cookie).catch(toRefusal);
      const grant = grantSchema.safeParse(opened);
      return grant.success && grant.data.installationId === installationId ? grant.data : undefined;
    },
  };
}

function toRefusal(error: unknown): TicketRefusal {
  return error instanceof errors.JWTExpired ? "expired" : "foreign";
}
