import { sessionOperations } from "@plugboard/api/contract";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { AdminToken } from "./admin-token.ts";
import {
  type Authenticate,
  createHttpMetrics,
  networkOf,
  type OnError,
  PlatformError,
  type PlatformUrls,
  type RateLimitPolicy,
  readJsonBody,
  spendQuota,
  authenticateToken,
  type Platform,
} from "@plugboard/platform";
import { type Sessions, sessionLifetimeSeconds } from "./session.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";

// Taken before the token is looked at, so that guesses at the same time count one by one; a right one is given back.
const signInPolicy: RateLimitPolicy = { name: "sign-ins", quota: 10, windowSeconds: 60 };

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Names the caller by the bearer token, or by the console's session cookie. */
export function createAuthenticate(
  platform: Platform,
  adminToken: AdminToken,
  sessions: Sessions,
): Authenticate {
  const sessionCookie = sessionCookieOf(platform.urls);
  return async (request) => {
    const token = bearerTokenOf(request);
    if (token !== undefined) {
      if (adminToken.matches(token)) return { type: "admin" };
      return await authenticateToken(platform, token);
    }
    const session = parse(request.headers.get("cookie") ?? "", sessionCookie)[sessionCookie];
    if (session !== undefined && (await sessions.isValid(session))) {
      requireSameOrigin(request.method, request.headers.get("origin"), platform.urls.console);
      return { type: "admin" };
    }
    throw new PlatformError("unauthorized", "Sign in, or send a bearer token.");
  };
}

/** What sign-in and sign-out need. */
export interface SessionRoutesOptions {
  readonly platform: Pick<Platform, "urls" | "rateLimiter">;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  readonly trustedProxies: readonly Network[];
  /** Notified of an address that has tried too many wrong tokens. */
  readonly onError: OnError;
}

/** Sign-in and sign-out of the console. */
export function createSessionRoutes({
  platform: { urls, rateLimiter },
  adminToken,
  sessions,
  trustedProxies,
  onError,
}: SessionRoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>().basePath(new URL(urls.api).pathname);
  const secure = isSecure(urls);
  const sessionCookie = sessionCookieOf(urls);
  const { getSession, signIn, signOut } = sessionOperations;
  routes.use(getSession.path, createHttpMetrics());
  routes.on(getSession.method, getSession.path, async (c) => {
    const session = getCookie(c, sessionCookie);
    return c.json({ signedIn: session !== undefined && (await sessions.isValid(session)) });
  });
  routes.on(signIn.method, signIn.path, async (c) => {
    const body = signIn.body?.safeParse(await readJsonBody(c.req.raw, signIn.maxBodyBytes));
    const address = visitorAddress(c, trustedProxies);
    const spent = { key: networkOf(address), what: `wrong sign-ins from ${address}` };
    await spendQuota(rateLimiter, signInPolicy, spent).catch((error: unknown) => {
      onError(error, { method: c.req.method, path: c.req.path });
      throw error;
    });
    if (body?.data === undefined || !adminToken.matches(body.data.token))
      throw new PlatformError("unauthorized", "This is not the administrator's token.");
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
    return c.json({ signedIn: false });
  });
  return routes;
}

function isSecure(urls: PlatformUrls): boolean {
  return new URL(urls.console).protocol === "https:";
}

// With the prefix, a browser takes the cookie only from this very host, and not from a neighbour of the same domain.
function sessionCookieOf(urls: PlatformUrls): string {
  return `${isSecure(urls) ? "__Host-" : ""}plugboard_session`;
}

// A cookie travels with requests that other pages make too; a change must come from the console itself.
function requireSameOrigin(method: string, origin: string | null, consoleOrigin: string): void {
  if (safeMethods.has(method) || origin === consoleOrigin) return;
  throw new PlatformError("forbidden", `This session is for ${consoleOrigin} only.`);
}
