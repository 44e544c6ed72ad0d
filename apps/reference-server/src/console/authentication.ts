import { sessionOperations } from "@plugboard/api/contract";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { AdminToken } from "./admin-token.ts";
import {
  type Authenticate,
  createHttpMetrics,
  PlatformError,
  type PlatformUrls,
  readJsonBody,
  authenticateToken,
  type Platform,
} from "@plugboard/platform";
import { type Sessions, sessionLifetimeSeconds } from "./session.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";

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

/** Sign-in and sign-out of the console. */
export function createSessionRoutes(
  { urls }: Pick<Platform, "urls">,
  adminToken: AdminToken,
  sessions: Sessions,
): Hono {
  const routes = new Hono().basePath(new URL(urls.api).pathname);
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
    if (body?.data === undefined || !adminToken.matches(body.data.token)) {
      throw new PlatformError("unauthorized", "This is not the administrator's token.");
    }
    setCookie(c, sessionCookie, await sessions.create(), {
      path: "/",
      httpOnly: true,
      sameSite: "Strict",
      secure,
      maxAge: sessionLifetimeSeconds,
    });
    return c.json({ signedIn: true });
  });
  routes.on(signOut.method, signOut.path, (c) => {
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
