import { jsonObjectSchema, memberParts } from "@plugboard/api/contract";
import * as z from "zod";
import { createId } from "../common/create-id.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Settings } from "../database/settings.ts";
import { getMember, listMembershipsOf } from "../organizations/members.ts";
import { openEncryptedTokens } from "./encrypted-tokens.ts";
import type { EmbeddedPart } from "./embedded-part.ts";
import type { MemberPrincipal } from "./principal.ts";

/** Options of a new embed token. */
export interface NewEmbedToken extends Omit<EmbeddedPart, "expiresAt"> {
  readonly organization: string;
  readonly userId: string;
  readonly lifetimeSeconds: number;
}

/** A new embed token. */
export interface IssuedEmbedToken {
  readonly token: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** Tokens that let a page of another site show one part of the console to one member of an organization. */
export interface EmbedTokens {
  /** @throws PlatformError `not_found` if the person is not a member of the organization, `forbidden` if suspended */
  readonly issue: (token: NewEmbedToken) => Promise<IssuedEmbedToken>;
  /** Returns the member of a token, limited to its organization and part. @throws PlatformError `unauthorized` */
  readonly open: (token: string) => Promise<MemberPrincipal>;
  /** Ends a token of an organization immediately. @throws PlatformError `not_found` */
  readonly revoke: (organizationId: string, token: string) => Promise<void>;
  /** Returns the `frame` parameter of a URL, which names the origins that can frame its page. Not a credential. */
  readonly createFrame: (organization: string, origins: readonly string[]) => Promise<string>;
  /**
   * Returns the origins that can frame an organization's page, from the `frame` parameter of its URL. Empty if the
   * parameter is invalid, older than a day or another organization's.
   */
  readonly readFrame: (frame: string, organization: string) => Promise<readonly string[]>;
}

const prefix = "pbe_";
const audiences = { token: "embed", frame: "embed-frame" } as const;

// A reloaded frame keeps its URL, while its token is replaced.
const frameSeconds = 24 * 3600;

const claimsSchema = z.object({
  id: z.string(),
  userId: z.string(),
  organization: z.string(),
  part: z.enum(memberParts),
  installationId: z.string().optional(),
  componentId: z.string().optional(),
  props: jsonObjectSchema.optional(),
  resource: z.object({ kind: z.string(), id: z.string() }).optional(),
  exp: z.number(),
});
const frameSchema = z.object({ organization: z.string(), origins: z.array(z.string()) });

/** Opens the tokens with the key stored in the settings, and creates the key on the first start. */
export async function openEmbedTokens(
  settings: Settings,
  { db, now }: Pick<PlatformContext, "db" | "now">,
): Promise<EmbedTokens> {
  const tokens = await openEncryptedTokens(settings, "embed-key", now);
  const read = async (token: string) => {
    const payload = await tokens.decrypt(token.slice(prefix.length), audiences.token);
    if (payload === "expired") throw refused("has expired. Fetch a new one");
    const { data } = claimsSchema.safeParse(payload);
    if (data === undefined) throw refused("is invalid. Create one with createEmbedToken");
    return data;
  };
  return {
    issue: async ({ lifetimeSeconds, ...claims }) => {
      const { name, suspendedAt } = await getMember({ db }, claims.organization, claims.userId);
      if (suspendedAt !== undefined)
        throw new PlatformError("forbidden", `${name} is suspended. Restore their access first.`);
      const id = createId("emb", now());
      const { token, expiresAt } = await tokens.encrypt({ id, ...claims }, audiences.token, lifetimeSeconds);
      return { token: `${prefix}${token}`, expiresAt };
    },
    open: async (token) => {
      const claims = await read(token);
      const { id, userId, organization, exp, ...embedded } = claims;
      const revoked = await db
        .selectFrom("used_tickets")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (revoked !== undefined) throw refused("was revoked. Fetch a new one");
      const memberships = (await listMembershipsOf({ db }, userId)).filter(
        (membership) => membership.organization === organization,
      );
      if (memberships.length === 0)
        throw refused("is for a person who left the organization or is suspended");
      const { name } = await getMember({ db }, organization, userId);
      return {
        type: "member",
        id: userId,
        name,
        memberships,
        embedded: { ...embedded, expiresAt: exp * 1000 },
      };
    },
    revoke: async (organizationId, token) => {
      const claims = await read(token).catch(() => undefined);
      if (claims?.organization !== organizationId)
        throw new PlatformError("not_found", "There is no such embed token, or it has expired.");
      await db
        .insertInto("used_tickets")
        .values({ id: claims.id, expires_at: claims.exp * 1000 })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
    createFrame: async (organization, origins) =>
      (await tokens.encrypt({ organization, origins }, audiences.frame, frameSeconds)).token,
    readFrame: async (frame, organization) => {
      const { data } = frameSchema.safeParse(await tokens.decrypt(frame, audiences.frame));
      return data?.organization === organization ? data.origins : [];
    },
  };
}

/** Returns whether a bearer token has the form of an embed token. */
export function isEmbedToken(token: string): boolean {
  return token.startsWith(prefix);
}

function refused(problem: string): PlatformError {
  return new PlatformError("unauthorized", `This embed token ${problem}.`);
}
