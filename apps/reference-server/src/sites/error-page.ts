import type { Problem } from "@plugboard/api/client";
import { createErrorHandler, notFoundResponse, type OnError } from "@plugboard/platform";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { html, raw } from "hono/html";
import { siteStyles } from "./site-styles.ts";

interface ErrorText {
  readonly title: string;
  readonly text: string;
  /** Shows the problem's detail on the page. */
  readonly showsDetail?: true | undefined;
}

const wrong: ErrorText = { title: "Something went wrong", text: "", showsDetail: true };
const down: ErrorText = {
  title: "This site is temporarily unavailable",
  text: "Try again in a few minutes.",
};
const texts: Readonly<Record<number, ErrorText>> = {
  401: { title: "Sign in to continue", text: "", showsDetail: true },
  403: { title: "You don’t have access to this page", text: "", showsDetail: true },
  404: { title: "Page not found", text: "The page may have moved, or the address may be wrong." },
  413: { title: "The request is too large", text: "", showsDetail: true },
  429: { title: "Too many requests", text: "", showsDetail: true },
};

/**
 * Responds to errors of handlers with an HTML page, or with a problem document if the client accepts JSON.
 */
export function createSiteErrorHandler(onError: OnError): ErrorHandler {
  const handle = createErrorHandler(onError);
  return async (error, c) => await asPage(c, await handle(error, c));
}

/** Responds to unknown URLs in the same way. */
export const siteNotFound: NotFoundHandler = async (c) => await asPage(c, await notFoundResponse(c));

async function asPage(c: Context, response: Response): Promise<Response> {
  if (!isForVisitor(c)) return response;
  // The body was created by the problem handler.
  const problem = (await response.json()) as Problem;
  const { title, text, showsDetail } = texts[problem.status] ?? (problem.status >= 500 ? down : wrong);
  const [, sites, slug] = c.req.path.split("/");
  const home = sites === "sites" && slug !== undefined && slug !== "" ? `/sites/${slug}/` : undefined;
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  headers.set(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  );
  const page = await html`<!doctype html>
<html lang="en" data-theme="system">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <style>${raw(siteStyles)}</style>
  </head>
  <body>
    <main class="error"><h1>${title}</h1><p>${text}${showsDetail ? problem.detail : ""}</p>
      ${home === undefined || problem.status === 401 ? "" : html`<p><a href="${home}">Go to the home page</a></p>`}</main>
  </body>
</html>`;
  return new Response(String(page), { status: problem.status, headers });
}

/** Returns whether the client wants HTML. Programs that accept JSON and Git pushes don't. */
function isForVisitor(c: Context): boolean {
  const accepted = c.req.header("accept") ?? "";
  if (accepted.includes("json") && !accepted.includes("text/html")) return false;
  return c.req.method === "GET" || c.req.path.startsWith("/sites/");
}
