import { sessionOperations } from "@plugboard/api/contract";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { AdminToken } from "./admin-token.ts";
import { networkOf } from "@plugboard/content";
import {
  type Authenticate,
  createHttpTelemetry,
  type OnError,
  type Principal,
  PlatformError,
  type PlatformUrls,
  type RateLimitPolicy,
  readJsonBody,
  spendQuota,
  authenticateToken,
  type Platform,
} from "@plugboard/platform";
import { type Accounts, accountsPath, sessionTokenPrefix } from "../people/accounts.ts";
import type { Organizations, Person } from "../people/organizations.ts";
import { type Sessions, sessionLifetimeSeconds } from "./session.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";

// Counted before the token is checked, so that concurrent guesses count one by one. A correct token is
// refunded.
const signInPolicy: RateLimitPolicy = { name: "sign-ins", quota: 10, windowSeconds: 60 };

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Options for `createAuthenticate`. */
export interface AuthenticateOptions {
  readonly platform: Platform;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  readonly people: People;
}

/** The accounts and their memberships. */
export interface People {
  readonly accounts: Accounts;
  readonly organizations: Pick<Organizations, "acceptOffer" | "offerMemberships" | "membershipsOf">;
}

/** The ways to identify the platform administrator. */
export type AdministratorOptions = Pick<AuthenticateOptions, "adminToken" | "sessions"> & {
  readonly urls: PlatformUrls;
};

/** Creates a check for the platform administrator's token or session cookie. */
export function createAdministratorCheck({
  urls,
  adminToken,
  sessions,
}: AdministratorOptions): (headers: Headers) => Promise<boolean> {
  const sessionCookie = sessionCookieOf(urls);
  return async (headers) => {
    const token = bearerTokenOf(headers);
    if (token !== undefined) return adminToken.matches(token);
    const session = parse(headers.get("cookie") ?? "", sessionCookie)[sessionCookie];
    return session !== undefined && (await sessions.isValid(session));
  };
}

/** Creates a function that identifies callers by bearer token or session cookie. */
export function createAuthenticate({
  platform,
  adminToken,
  sessions,
  people: { accounts, organizations },
}: AuthenticateOptions): Authenticate {
  const isAdministrator = createAdministratorCheck({ urls: platform.urls, adminToken, sessions });
  const toMember = async ({ id, name, twoFactorEnabled }: Person): Promise<Principal> => ({
    type: "member",
    id,
    name,
    hasSecondFactor: twoFactorEnabled === true,
    memberships: await organizations.membershipsOf(id),
  });
  const fromToken = async (token: string): Promise<Principal> => {
    if (!token.startsWith(sessionTokenPrefix)) return await authenticateToken(platform, token);
    const person = await accounts.identify({ token });
    if (person !== undefined) return await toMember(person);
    throw new PlatformError("unauthorized", "This session has ended. Sign in again.");
  };
  const fromCookie = async (cookie: string): Promise<Principal> => {
    const person = await accounts.identify({ cookie });
    if (person !== undefined) return await toMember(person);
    throw new PlatformError("unauthorized", "Sign in, or send a bearer token.");
  };
  return async ({ headers, method }) => {
    const token = bearerTokenOf(headers);
    const admin = (await isAdministrator(headers)) ? ({ type: "admin" } as const) : undefined;
    if (token !== undefined) return admin ?? (await fromToken(token));
    const caller = admin ?? (await fromCookie(headers.get("cookie") ?? ""));
    requireSameOrigin(method, headers.get("origin") ?? undefined, platform.urls.console);
    return caller;
  };
}

/** Dependencies of sign-in and sign-out. */
export interface SessionRoutesOptions {
  readonly platform: Pick<Platform, "urls" | "rateLimiter">;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  readonly people: People;
  readonly trustedProxies: readonly Network[];
  /** Called with addresses that sent too many wrong tokens. */
  readonly onError: OnError;
}

/** Creates the routes for signing in to and out of the console. */
export function createSessionRoutes({
  platform: { urls, rateLimiter },
  adminToken,
  sessions,
  people: { accounts, organizations },
  trustedProxies,
  onError,
}: SessionRoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>().basePath(new URL(urls.api).pathname);
  const secure = isSecure(urls);
  const sessionCookie = sessionCookieOf(urls);
  const { getSession, joinOrganization, signIn, signOut } = sessionOperations;
  const showPerson = async (person: Person) => {
    const offers = await organizations.offerMemberships(person);
    const { id, name, email, twoFactorEnabled } = person;
    const hasSecondFactor = twoFactorEnabled === true;
    const memberships = await organizations.membershipsOf(id);
    return { signedIn: true, person: { id, name, email, hasSecondFactor, memberships, offers } };
  };
  routes.use(getSession.path, createHttpTelemetry());
  routes.on(getSession.method, getSession.path, async (c) => {
    const session = getCookie(c, sessionCookie);
    if (session !== undefined && (await sessions.isValid(session))) return c.json({ signedIn: true });
    const token = bearerTokenOf(c.req.raw.headers);
    const { person, setCookies } =
      token === undefined
        ? await accounts.renew(c.req.header("cookie") ?? "")
        : { person: await accounts.identify({ token }), setCookies: [] };
    for (const setCookie of setCookies) c.header("set-cookie", setCookie, { append: true });
    if (person === undefined) return c.json({ signedIn: false });
    // The console reads the session after every sign-in.
    return c.json(await showPerson(person));
  });
  routes.on(
    joinOrganization.method,
    joinOrganization.path.replace("{organizationId}", ":organizationId"),
    async (c) => {
      const { person, setCookies } = await accounts.renew(c.req.header("cookie") ?? "");
      for (const setCookie of setCookies) c.header("set-cookie", setCookie, { append: true });
      if (person === undefined) throw new PlatformError("unauthorized", "Sign in first.");
      requireSameOrigin(c.req.method, c.req.header("origin"), urls.console);
      await organizations.acceptOffer(person, c.req.param("organizationId") ?? "");
      return c.json(await showPerson(person));
    },
  );
  routes.on(signIn.method, signIn.path, async (c) => {
    const body = signIn.body?.safeParse(await readJsonBody(c.req.raw, signIn.maxBodyBytes));
    const address = visitorAddress(c, trustedProxies);
    const spent = { key: networkOf(address), what: `wrong sign-ins from ${address}` };
    await spendQuota(rateLimiter, signInPolicy, spent).catch((error: unknown) => {
      onError(error, { method: c.req.method, path: c.req.path });
      throw error;
    });
    if (body?.data === undefined || !adminToken.matches(body.data.token))
      throw new PlatformError("unauthorized", "This is not the administrator token.");
    await rateLimiter.take(signInPolicy, spent.key, -1);
    setCookie(c, sessionCookie, await sessions.create(), {
      path: "/",
      httpOnly: true,
      sameSite: "Strict",
      secure,
      maxAge: sessionLifetimeSeconds,
    });
    return c.json({ signedIn: true });
  });
  routes.on(signOut.method, signOut.path, async (c) => {
    const session = getCookie(c, sessionCookie);
    if (session !== undefined) await sessions.revoke(session);
    deleteCookie(c, sessionCookie, { path: "/", secure });
    const cookie = c.req.header("cookie") ?? "";
    for (const deletion of await accounts.signOut(cookie)) c.header("set-cookie", deletion, { append: true });
    return c.json({ signedIn: false });
  });
  return routes;
}

// The account routes that verify a password, link, passkey, second factor or identity provider.
const accountSignIn = /^\/(?:sign-in|two-factor\/verify|magic-link\/verify|passkey\/verify|oauth2\/callback)/;

/** Returns a function that recognizes sign-in attempts. */
export function createSignInCheck(urls: PlatformUrls): (method: string, path: string) => boolean {
  const signInPath = `${new URL(urls.api).pathname}${sessionOperations.signIn.path}`;
  return (method, path) =>
    (method === sessionOperations.signIn.method && path === signInPath) ||
    (path.startsWith(`${accountsPath}/`) && accountSignIn.test(path.slice(accountsPath.length)));
}

function isSecure(urls: PlatformUrls): boolean {
  return new URL(urls.console).protocol === "https:";
}

/** The name of the session cookie, without the prefix of secure origins. */
export const sessionCookieName = "plugboard_session";

// With the prefix, browsers accept the cookie only from this host, not from another host of the same domain.
function sessionCookieOf(urls: PlatformUrls): string {
  return `${isSecure(urls) ? "__Host-" : ""}${sessionCookieName}`;
}

// Browsers also send the cookie with requests from other pages; changes must come from the console itself.
function requireSameOrigin(method: string, origin: string | undefined, consoleOrigin: string): void {
  if (safeMethods.has(method) || origin === consoleOrigin) return;
  throw new PlatformError("forbidden", `This session is for ${consoleOrigin} only.`);
}
