import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import { type ConnectGrant, cookieLifetimeSeconds, type TicketRefusal } from "../access/connect-tickets.ts";
import { findResourceInstallation } from "../installations/installations.ts";
import { comparablePath } from "../integrations/endpoint-access.ts";
import { type PlatformUrls, publicEndpointOf } from "../common/platform-urls.ts";
import type { Platform } from "../operations/platform.ts";
import { readBody } from "../http/read-body.ts";

const maxFormBytes = 16 * 1024;

/**
 * Returns the name of the cookie that a ticket is exchanged for. Integrations can neither see nor set it. It
 * is limited to the installation's public endpoint, so it cannot be a `__Host-` cookie, which covers the
 * whole host.
 */
export function connectCookieOf(urls: PlatformUrls): string {
  return `${isSecure(urls) ? "__Secure-" : ""}plugboard_connect`;
}

/** Returns whether a request comes from a console page, as requests with a ticket do. */
export function isFromConsole(platform: Platform, context: Context): boolean {
  return context.req.method === "POST" && context.req.header("origin") === platform.urls.console;
}

/**
 * Returns the grant in the browser's cookie for an installation, if the installation is still in the grant's
 * resource.
 */
export async function readGrant(
  platform: Platform,
  request: Context,
  installationId: string,
): Promise<ConnectGrant | undefined> {
  const cookie = getCookie(request, connectCookieOf(platform.urls));
  if (cookie === undefined) return undefined;
  const grant = await platform.connectTickets.readCookie(cookie, installationId);
  if (grant?.resource === undefined) return grant;
  const { kind, id } = grant.resource;
  const installed = await findResourceInstallation(platform, installationId, kind, id);
  return installed === undefined ? undefined : grant;
}

/**
 * Exchanges the ticket of a posted form for a cookie and opens the callback. The form must be posted by the
 * console: otherwise a victim with an attacker's ticket would connect their account to the attacker's
 * installation.
 */
export async function exchangeTicket(
  platform: Platform,
  context: Context,
  location: { readonly installationId: string; readonly path: string },
): Promise<Response> {
  const ticket = await readTicket(context.req.raw);
  const at = { ...location, path: comparablePath(location.path) };
  const grant: ConnectGrant | TicketRefusal = await platform.connectTickets.redeem(ticket, at);
  if (typeof grant === "string") return connectPage(grant);
  const { pathname, search } = new URL(context.req.url);
  const page = connectPage({ opens: `${pathname}${search}` });
  const cookie = generateCookie(
    connectCookieOf(platform.urls),
    await platform.connectTickets.createCookie(grant),
    {
      path: new URL(publicEndpointOf(platform.urls, location.installationId)).pathname,
      httpOnly: true,
      sameSite: "Lax",
      secure: isSecure(platform.urls),
      maxAge: cookieLifetimeSeconds,
    },
  );
  page.headers.append("set-cookie", cookie);
  return page;
}

async function readTicket(request: Request): Promise<string> {
  const body = await readBody(request, maxFormBytes);
  return new URLSearchParams(new TextDecoder().decode(body)).get("ticket") ?? "";
}

function isSecure(urls: PlatformUrls): boolean {
  return new URL(urls.public).protocol === "https:";
}

/** The popup page: the reason a callback is not opened, or the page that redirects to it. */
export type ConnectPage = TicketRefusal | "missing" | { readonly opens: string };

const again = "Close this window and open it from the settings page again.";

const refusals: Readonly<Record<TicketRefusal | "missing", string>> = {
  expired: `It took longer than a minute to open this page. ${again}`,
  used: `This page was opened with a used ticket. ${again}`,
  foreign: `This page was opened with a ticket for another page. ${again}`,
  missing: `This page connects an account. Only the settings page can open it, in the same browser. ${again}`,
};

/**
 * Headers of the platform's own pages on the integrations' origin: no loading, caching, framing or referrers.
 */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/** Renders the page; errors have status 403. */
export function connectPage(page: ConnectPage): Response {
  if (typeof page === "object") {
    // The page redirects by itself: a redirect response would count as part of the console's form, whose
    // policy does not allow the provider.
    const address = escapeHtml(page.opens);
    const head = `<meta http-equiv="refresh" content="0;url=${address}">`;
    return toPage(200, "Connecting", `<a href="${address}">Continue</a>`, head);
  }
  return toPage(403, "Not opened", refusals[page]);
}

function toPage(status: number, title: string, text: string, head = ""): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
  return new Response(html, { status, headers: pageHeaders });
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
