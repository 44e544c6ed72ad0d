import type { Problem } from "@plugboard/api/client";
import { createErrorHandler, notFoundResponse, type OnError } from "@plugboard/platform";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { html, raw } from "hono/html";
import { siteStyles } from "./site-styles.ts";

interface ErrorText {
  readonly title: string;
  readonly text: string;
  /** Says besides what the problem says of itself. */
  readonly showsDetail?: true | undefined;
}

const wrong: ErrorText = { title: "This does not work", text: "", showsDetail: true };
const down: ErrorText = {
  title: "This does not work at the moment",
  text: "It is not your fault. Try again in a while.",
};
const texts: Readonly<Record<number, ErrorText>> = {
  401: { title: "Sign in first", text: "", showsDetail: true },
  403: { title: "You may not see this", text: "", showsDetail: true },
  404: { title: "This page does not exist", text: "It may have moved, or its address has a mistake in it." },
  413: { title: "This is too much", text: "", showsDetail: true },
  429: { title: "Too many requests", text: "", showsDetail: true },
};

/** Responds with a page to visitors for what a handler threw, and with a problem to programs that ask for JSON. */
export function createSiteErrorHandler(onError: OnError): ErrorHandler {
  const handle = createErrorHandler(onError);
  return async (error, c) => await asPage(c, await handle(error, c));
}

/** The same for what is served nowhere. */
export const siteNotFound: NotFoundHandler = async (c) => await asPage(c, await notFoundResponse(c));

async function asPage(c: Context, response: Response): Promise<Response> {
  if (!isForVisitor(c)) return response;
  // It was written as one a moment ago.
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
      ${home === undefined || problem.status === 401 ? "" : html`<p><a href="${home}">Go to the first page</a></p>`}</main>
  </body>
</html>`;
  return new Response(String(page), { status: problem.status, headers });
}

/** Programs that want JSON say so; a push of Git is no visit. */
function isForVisitor(c: Context): boolean {
  const accepted = c.req.header("accept") ?? "";
  if (accepted.includes("json") && !accepted.includes("text/html")) return false;
  return c.req.method === "GET" || c.req.path.startsWith("/sites/");
}
