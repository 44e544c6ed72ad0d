import type { ScriptSources } from "@plugboard/api/client";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import {
  fetchSiteScript,
  listSiteScripts,
  type PublishedScript,
  type Site,
  type SiteScript,
} from "@plugboard/content";
import { orNotFound, type Platform } from "@plugboard/platform";
import type { Article } from "./article-cache.ts";
import { siteAssets } from "./asset-tags.ts";
import type { EnteredSite } from "./enter-site.ts";
import { fontSource } from "./font-styles.ts";
import { cookieOptionsOf, type SiteAddress, type SiteContext } from "./site-address.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

/** The integration scripts of a page. */
export interface PageScripts {
  readonly scripts: readonly SiteScript[];
  /** Whether a script uses cookies and the visitor hasn't decided on them yet. */
  readonly asksForConsent: boolean;
}

const consentCookie = "plugboard_consent";
/** Scripts written for GitBook read this cookie in the page and start once it says yes. */
const readableConsentCookie = "__gitbook_cookie_granted";
const yearSeconds = 365 * 24 * 3600;
const maxKeptScripts = 200;

/** Returns the integration scripts that a page loads for this visitor. */
export async function pageScriptsFor(platform: Platform, c: SiteContext, site: Site): Promise<PageScripts> {
  const all = await listSiteScripts(platform, site.id);
  const consent = getCookie(c, consentCookie);
  return {
    scripts: all.filter(({ usesCookies }) => !usesCookies || consent === "yes"),
    asksForConsent: consent === undefined && all.some(({ usesCookies }) => usesCookies),
  };
}

/** Stores the visitor's choice for this site. */
export function keepConsent(c: SiteContext, address: SiteAddress, choice: "yes" | "no"): void {
  const options = { ...cookieOptionsOf(address), maxAge: yearSeconds };
  setCookie(c, consentCookie, choice, { ...options, httpOnly: true });
  setCookie(c, readableConsentCookie, choice, options);
}

/** Returns the path of a site script, which contains a content hash. */
function scriptPathOf({ root }: SiteAddress, { installationId, hash }: SiteScript): string {
  return `${root}/~scripts/${installationId}.${hash}.js`;
}

/** Returns the part of a page's Content Security Policy for blocks, diagrams and granted scripts. */
export function scriptPolicy(
  { origin, root, home, customization }: Pick<EnteredSite, "origin" | "root" | "home" | "customization">,
  {
    scripts,
    hasBlocks,
    hasDiagrams,
  }: { readonly scripts: readonly SiteScript[] } & Pick<Article, "hasBlocks" | "hasDiagrams">,
): string {
  const published = `${origin}${root}/`;
  const granted = (...names: readonly (keyof ScriptSources)[]): readonly string[] =>
    scripts.flatMap(({ sources }) =>
      // The origin can be shared with other sites, so `'self'` is replaced by this site's path.
      names
        .flatMap((name) => sources[name] ?? [])
        .map((source) => (source === "'self'" ? published : source)),
    );
  // User content shares this origin, so only these folders are allowed.
  const assets = `${origin}${siteAssets}/`;
  const own = scripts.length === 0 ? [] : [`${published}~scripts/`];
  const ofBlocks = (...sources: string[]) => (hasBlocks ? sources : []);
  const directives = [
    [
      "script-src",
      [
        ...(hasBlocks || hasDiagrams ? [assets] : []),
        ...own,
        ...granted("script-src").filter((source) => source !== published),
      ],
    ],
    ["connect-src", [...ofBlocks(published), ...granted("connect-src")]],
    // A block can frame any page of its integration.
    ["frame-src", [...ofBlocks("http:", "https:"), ...granted("frame-src", "child-src")]],
    ["worker-src", granted("worker-src", "child-src")],
    ["font-src", [assets, ...fontSource(origin, home, customization), ...granted("font-src")]],
    ["media-src", granted("media-src")],
    ["img-src", ["'self'", "https:", "data:", ...granted("img-src")]],
    ["form-action", ["'self'", ...granted("form-action")]],
    ["style-src", ["'unsafe-inline'", ...ofBlocks(assets), ...granted("style-src")]],
  ] as const;
  return directives
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `; ${name} ${[...new Set(sources)].join(" ")}`)
    .join("");
}

/** Serves site scripts, each requested once per cache lifetime. */
export function createScriptCache(
  platform: Platform,
): (site: Site, file: string) => Promise<PublishedScript> {
  const cache = new Map<string, { readonly script: PublishedScript; readonly until: number }>();
  return async (site, file) => {
    const scripts = await listSiteScripts(platform, site.id);
    const { installationId } = orNotFound(
      scripts.find((script) => `${script.installationId}.${script.hash}.js` === file),
      `script ${file} on site ${site.slug}`,
    );
    const key = `${site.id} ${file}`;
    const cached = cache.get(key);
    if (cached !== undefined && cached.until > platform.now()) return cached.script;
    const script = await fetchSiteScript(platform, { siteId: site.id, installationId });
    cache.delete(key);
    cache.set(key, { script, until: platform.now() + script.maxAgeSeconds * 1000 });
    const [oldest] = cache.keys();
    if (cache.size > maxKeptScripts && oldest !== undefined) cache.delete(oldest);
    return script;
  };
}

/** Returns the script tags of a page. */
export function scriptTags(address: SiteAddress, scripts: readonly SiteScript[]) {
  return scripts.map((script) => html`<script src="${scriptPathOf(address, script)}" defer></script>`);
}

/** Returns the bar that asks the visitor for consent to cookies. */
export function consentBar({ root, section }: Pick<EnteredSite, "root" | "section">, pagePath: string) {
  const { cookies } = siteTextsIn(section.language);
  return html`<section class="consent" aria-label="${cookies.title}"><form method="post" action="${root}/~consent">
    <input type="hidden" name="page" value="${pagePath}" />
    <p>${cookies.text}</p>
    <div class="choices">
      <button name="cookies" value="yes">${cookies.allow}</button>
      <button name="cookies" value="no" class="quiet">${cookies.refuse}</button>
    </div>
  </form></section>`;
}
