import type { ScriptSources } from "@plugboard/api/client";
import { escapeHtml } from "./escape-html.ts";
import {
  fetchSiteScript,
  findPublishedSite,
  listPagesWithText,
  listSiteScripts,
  type SiteScript,
} from "@plugboard/content";
import { type Platform, PlatformError } from "@plugboard/platform";

const directives = [
  "script-src",
  "connect-src",
  "style-src",
  "img-src",
  "font-src",
  "media-src",
  "frame-src",
  "child-src",
  "worker-src",
  "form-action",
] as const satisfies readonly (keyof ScriptSources)[];

/**
 * Serves a site of the development server. Pages are plain text with the integrations' scripts and the granted Content
 * Security Policy. Visitors count as having accepted cookies. Returns `undefined` for other paths.
 */
export async function serveDevSite(platform: Platform, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [, slug, rest] = /^\/sites\/([^/]+)\/(?:~scripts\/([\w-]+)\.js)?$/.exec(pathname) ?? [];
  if (slug === undefined) return undefined;
  try {
    const { site } = await findPublishedSite(platform, decodeURIComponent(slug));
    if (rest !== undefined) {
      const { text } = await fetchSiteScript(platform, { siteId: site.id, installationId: rest });
      const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" };
      return new Response(text, { headers });
    }
    const scripts = await listSiteScripts(platform, site.id);
    const pages = await listPagesWithText(platform, site.spaceId);
    const tags = scripts.map(
      ({ installationId }) => `<script src="/sites/${slug}/~scripts/${installationId}.js" defer></script>\n`,
    );
    const articles = pages.map(({ title, markdown }) => {
      const text = markdown.replace(/^# .*\n+/, "").split(/\n{2,}/);
      return `<article><h2>${escapeHtml(title)}</h2>${text.map((part) => `<p>${escapeHtml(part)}</p>`).join("")}</article>\n`;
    });
    const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(site.title)}</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }</style>
<h1>${escapeHtml(site.title)}</h1>
<main>
${articles.join("")}</main>
${tags.join("")}</html>
`;
    const headers = new Headers({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    headers.set("content-security-policy", policyOf(platform, slug, scripts));
    for (const cookie of ["plugboard_consent", "__gitbook_cookie_granted"])
      headers.append("set-cookie", `${cookie}=yes; Path=/sites/${slug}; SameSite=Lax`);
    return new Response(body, { headers });
  } catch (error) {
    // A slug can have an invalid percent encoding.
    if (error instanceof PlatformError || error instanceof URIError)
      return new Response(`${error.message}\n`, { status: 404 });
    throw error;
  }
}

/** The policy of a page: the site's own sources, and those the operator granted. */
function policyOf({ urls }: Platform, slug: string, scripts: readonly SiteScript[]): string {
  const published = `${urls.public}/sites/${slug}/`;
  const own: Partial<Record<(typeof directives)[number], readonly string[]>> = {
    "script-src": scripts.length === 0 ? [] : [`${published}~scripts/`],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["https:", "data:"],
    "form-action": ["'self'"],
  };
  const rules = directives.flatMap((directive) => {
    const granted = scripts
      .flatMap(({ sources }) => sources[directive] ?? [])
      .map((source) => (source === "'self'" ? published : source));
    const all = new Set([...(own[directive] ?? []), ...granted]);
    return all.size === 0 ? [] : [`${directive} ${[...all].join(" ")}`];
  });
  return ["default-src 'none'", "base-uri 'none'", ...rules].join("; ");
}
