import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { PlatformError, type RateLimiter, type RateLimitPolicy } from "@plugboard/platform";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  isAPIError,
  sessionMiddleware,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import { sessionTokenPrefix } from "./accounts.ts";
import type { Mailer } from "../mail/create-mailer.ts";
import { invitationMail } from "./account-mail.ts";
import type { FirstOwnerLink } from "./first-owner-link.ts";
import type { Organizations } from "./organizations.ts";

/** How people can sign in here. */
export interface SignInMethods {
  /** Whether links can be sent by e-mail. */
  readonly emailLinks: boolean;
  /** Whether browsers offer passkeys at this address. */
  readonly passkeys: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** What the endpoints of this server's own need. */
export interface PeoplePluginOptions {
  readonly consoleUrl: string;
  readonly firstOwnerLink: FirstOwnerLink;
  readonly organizations: Organizations;
  readonly rateLimiter: RateLimiter;
  readonly mailer: Mailer | undefined;
  readonly methods: SignInMethods;
  /** Whether a request is the platform's administrator's. */
  readonly isAdministrator: (headers: Headers) => Promise<boolean>;
}

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Where links by e-mail lead. */
export const magicLinkPath = "/magic-link/verify";

// Beside the limit of each address: guesses at one account may come from many. A right password is given back.
const guessPolicy: RateLimitPolicy = { name: "password-guesses", quota: 10, windowSeconds: 600 };

const passwordLinkMilliseconds = 24 * 3600 * 1000;

const askedSchema = z.object({ twoFactorRedirect: z.literal(true) });
const guessSchema = z.object({ email: z.string().toLowerCase() });
const linkSchema = z.object({ callbackURL: z.string().optional() });
const tokenSchema = z.object({ token: z.string().max(200) });
const nameSchema = z.string().trim().min(1, "Say your name.").max(100, "A name has at most 100 characters.");
const passwordSchema = z
  .string()
  .min(minPasswordLength, `A password has at least ${minPasswordLength} characters.`)
  .max(maxPasswordLength, `A password has at most ${maxPasswordLength} characters.`);
const emailSchema = z.email("This is no e-mail address.").toLowerCase();

/** What better-auth lacks: the first owner, invitations, how to sign in here, and sessions without their tokens. */
export function createPeoplePlugin(options: PeoplePluginOptions) {
  const { consoleUrl, firstOwnerLink, organizations, rateLimiter, mailer, methods } = options;
  return {
    id: "people",
    endpoints: {
      getMethods: createAuthEndpoint("/methods", { method: "GET" }, async (ctx) =>
        ctx.json({ accounts: await organizations.hasOwner(), ...methods }),
      ),

      readFirstOwner: createAuthEndpoint(
        "/first-owner/read",
        { method: "POST", body: tokenSchema },
        async (ctx) => {
          if (!(await firstOwnerLink.isValid(ctx.body.token))) throw firstOwnerLinkIsUsed();
          return ctx.json({ valid: true });
        },
      ),

      createFirstOwner: createAuthEndpoint(
        "/first-owner",
        {
          method: "POST",
          body: tokenSchema.extend({ name: nameSchema, email: emailSchema, password: passwordSchema }),
        },
        async (ctx) => {
          const { token, ...person } = ctx.body;
          if (!(await firstOwnerLink.isValid(token))) throw firstOwnerLinkIsUsed();
          const account = await prepareAccount(ctx, person);
          if (!(await firstOwnerLink.use(token))) throw firstOwnerLinkIsUsed();
          // Whoever reads the server's log vouches for the address.
          const user = await account.create({ emailVerified: true, method: "first-owner" });
          await organizations.makeFirstOwner(user);
          await startSession(ctx, user);
          return ctx.json({ id: user.id });
        },
      ),

      readInvitation: createAuthEndpoint(
        "/invitations/read",
        { method: "POST", body: tokenSchema },
        async (ctx) => {
          const invitation = await organizations.readInvitation(splitLink(ctx.body.token).token);
          if (invitation === undefined) throw invitationIsGone();
          const { email, role, organizationTitle: organization } = invitation;
          return ctx.json({ email, role, organization });
        },
      ),

      acceptInvitation: createAuthEndpoint(
        "/invitations/accept",
        {
          method: "POST",
          body: tokenSchema.extend({ name: nameSchema.optional(), password: passwordSchema.optional() }),
        },
        async (ctx) => {
          const { token, proof } = splitLink(ctx.body.token);
          const invitation = await organizations.readInvitation(token);
          if (invitation === undefined) throw invitationIsGone();
          const signedIn = await getSessionFromCtx(ctx);
          if (signedIn !== null)
            return ctx.json(await organizations.acceptInvitation(token, signedIn.user).catch(refuse));
          const { name, password } = ctx.body;
          if (name === undefined || password === undefined)
            throw new APIError("BAD_REQUEST", {
              code: "INVALID_REQUEST",
              message: "Say your name and choose a password, or sign in before you accept.",
            });
          const account = await prepareAccount(ctx, {
            name,
            password,
            email: invitation.email.toLowerCase(),
          });
          // Whoever invited somebody has the token too; only the mailbox has the proof.
          const emailVerified = isProof(ctx.context.secret, token, proof);
          const user = await account.create({ emailVerified, method: "invitation" });
          const accepted = await organizations.acceptInvitation(token, user).catch(async (error: unknown) => {
            // Somebody else was quicker with the same link.
            await ctx.context.internalAdapter.deleteUser(user.id);
            return refuse(error);
          });
          await startSession(ctx, user);
          return ctx.json(accepted);
        },
      ),

      sendInvitation: createAuthEndpoint(
        "/invitations/send",
        { method: "POST", body: tokenSchema, use: [sessionMiddleware] },
        async (ctx) => {
          const { token } = splitLink(ctx.body.token);
          const invitation = await organizations.readInvitation(token);
          if (invitation === undefined || mailer === undefined) throw invitationIsGone();
          const { email, organizationTitle: organization } = invitation;
          const url = `${consoleUrl}/invitation#${token}.${proofOf(ctx.context.secret, token)}`;
          await mailer.send(invitationMail({ email, url, organization }));
          return ctx.json({ sent: true });
        },
      ),

      createPasswordLink: createAuthEndpoint(
        "/password-link",
        { method: "POST", body: z.object({ email: emailSchema }), requireHeaders: true },
        async (ctx) => {
          if (!(await options.isAdministrator(ctx.headers)))
            throw new APIError("FORBIDDEN", {
              code: "FORBIDDEN",
              message: "Only the platform's administrator makes links for others.",
            });
          const { internalAdapter } = ctx.context;
          const found = await internalAdapter.findUserByEmail(ctx.body.email);
          if (found === null)
            throw new APIError("NOT_FOUND", {
              code: "NOT_FOUND",
              message: `There is no account of ${ctx.body.email}.`,
            });
          await organizations.notePasswordLink(found.user.id);
          const token = randomBytes(24).toString("base64url");
          const expiresAt = new Date(Date.now() + passwordLinkMilliseconds);
          await internalAdapter.createVerificationValue({
            identifier: `reset-password:${token}`,
            value: found.user.id,
            expiresAt,
          });
          return ctx.json({ url: `${consoleUrl}/new-password#${token}`, expiresAt });
        },
      ),

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
            throw new APIError("NOT_FOUND", { code: "NOT_FOUND", message: "You have no such session." });
          await internalAdapter.deleteSession(ended.token);
          return ctx.json({ ended: true });
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/sign-in/email",
          handler: createAuthMiddleware(async (ctx) => {
            const { data } = guessSchema.safeParse(ctx.body);
            if (data === undefined) return;
            const { granted, retryAfterSeconds } = await rateLimiter.take(guessPolicy, data.email);
            if (granted) return;
            throw new APIError(
              "TOO_MANY_REQUESTS",
              { code: "RATE_LIMITED", message: "Too many wrong passwords. Try again later." },
              { "Retry-After": String(retryAfterSeconds) },
            );
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/sign-in/email",
          handler: createAuthMiddleware(async (ctx) => {
            const { data } = guessSchema.safeParse(ctx.body);
            if (data === undefined || isAPIError(ctx.context.returned)) return;
            await rateLimiter.take(guessPolicy, data.email, -1);
          }),
        },
        {
          // How long it takes must not show whether there is an account: the library looks its credentials up, and writes
          // what a link to a new password is checked by. For an unknown address the same work is done in vain.
          matcher: ({ path }) => path === "/sign-in/email" || path === "/request-password-reset",
          handler: createAuthMiddleware(async (ctx) => {
            const { data } = guessSchema.safeParse(ctx.body);
            if (data === undefined) return;
            const { internalAdapter } = ctx.context;
            const isReset = ctx.path === "/request-password-reset";
            const found = await internalAdapter.findUserByEmail(data.email);
            if (isReset && found !== null) await internalAdapter.findAccounts(found.user.id);
            if (!isReset && found === null) await internalAdapter.findAccounts("");
            if (!isReset || found !== null) return;
            await internalAdapter.createVerificationValue({
              identifier: `nobody:${randomBytes(24).toString("base64url")}`,
              value: "",
              expiresAt: new Date(),
            });
          }),
        },
        {
          // A link is opened by a browser, which needs a page that asks for the code.
          matcher: ({ path }) => path === magicLinkPath,
          handler: createAuthMiddleware(async (ctx) => {
            if (!askedSchema.safeParse(ctx.context.returned).success) return;
            const { callbackURL = "/" } = linkSchema.parse(ctx.query);
            const url = new URL(callbackURL, consoleUrl);
            url.searchParams.set("code", "required");
            throw ctx.redirect(url.href);
          }),
        },
        {
          // A session that leaves as text is signed like one in a cookie, so that what the database holds opens nothing.
          matcher: ({ path }) => path === "/device/token",
          handler: createAuthMiddleware(async (ctx) => {
            const granted = z.looseObject({ access_token: z.string() }).safeParse(ctx.context.returned);
            if (!granted.success) return undefined;
            const token = granted.data.access_token;
            const signature = createHmac("sha256", ctx.context.secret).update(token).digest("base64");
            return ctx.json({
              ...granted.data,
              access_token: `${sessionTokenPrefix}${token}.${signature}`,
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

type EndpointContext = Parameters<typeof setSessionCookie>[0];
type User = Parameters<typeof setSessionCookie>[1]["user"];

/** Checks what can be wrong with a new account and does the slow part, so that little is left to fail when it is made. */
async function prepareAccount(
  { context: { internalAdapter, password: hashing } }: EndpointContext,
  { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
) {
  if ((await internalAdapter.findUserByEmail(email)) !== null)
    throw new APIError("CONFLICT", {
      code: "EMAIL_IN_USE",
      message: `There is an account of ${email} already. Sign in with it.`,
    });
  const hash = await hashing.hash(password);
  return {
    create: async ({
      emailVerified,
      method,
    }: {
      readonly emailVerified: boolean;
      readonly method: string;
    }) => {
      const user = await internalAdapter.createUser({ email, name, emailVerified }, { method });
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password: hash,
      });
      return user;
    },
  };
}

async function startSession(ctx: EndpointContext, user: User): Promise<void> {
  const session = await ctx.context.internalAdapter.createSession(user.id);
  await setSessionCookie(ctx, { session, user });
}

/** An invitation's link ends with its token and, where it went out by e-mail, the proof of the mailbox. */
function splitLink(text: string): { readonly token: string; readonly proof: string } {
  const [token = "", proof = ""] = text.split(".", 2);
  return { token, proof };
}

function proofOf(secret: string, token: string): string {
  return createHmac("sha256", secret).update(`invitation by e-mail ${token}`).digest("base64url");
}

function isProof(secret: string, token: string, proof: string): boolean {
  const [expected, given] = [Buffer.from(proofOf(secret, token)), Buffer.from(proof)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function firstOwnerLinkIsUsed(): APIError {
  return new APIError("FORBIDDEN", {
    code: "LINK_USED",
    message: "This link was used, or is no longer valid. There is an owner already: ask for an invitation.",
  });
}

function invitationIsGone(): APIError {
  return new APIError("NOT_FOUND", {
    code: "LINK_USED",
    message: "This invitation was accepted, withdrawn, or is too old. Ask for a new one.",
  });
}

/** Says to whoever asked what the platform refused. */
export function refuse(error: unknown): never {
  if (error instanceof PlatformError && error.code === "not_found") throw invitationIsGone();
  if (error instanceof PlatformError && error.code === "conflict")
    throw new APIError("CONFLICT", { code: "CONFLICT", message: error.message });
  throw error;
}
