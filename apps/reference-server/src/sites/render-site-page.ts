import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Page, Site, SiteScript } from "@plugboard/platform";
import type { Article } from "./article-cache.ts";
import { blocksPathOf, siteAssets } from "./block-routes.ts";
import { consentBar, scriptTags } from "./page-scripts.ts";
import { siteStyles } from "./site-styles.ts";

const ratings = [
  ["good", "Good"],
  ["ok", "OK"],
  ["bad", "Bad"],
] as const;

/** What is on a page of a site. */
export interface ShownPage {
  readonly site: Site;
  readonly pages: readonly Page[];
  readonly page: Page;
  readonly article: Article;
  /** The visitor has just sent feedback. */
  readonly thanked: boolean;
  /** What integrations add to the page. */
  readonly scripts: readonly SiteScript[];
  readonly asksForConsent: boolean;
}

const blockScript = `<link rel="stylesheet" href="${siteAssets}/site.css" />
    <script type="module" src="${siteAssets}/site.js"></script>`;

/** A page of a site as a visitor sees it, with its feedback form. It loads no script but to show blocks, and those of integrations. */
export function renderSitePage({
  site,
  pages,
  page,
  article,
  thanked,
  scripts,
  asksForConsent,
}: ShownPage): HtmlEscapedString | Promise<HtmlEscapedString> {
  const base = `/sites/${encodeURIComponent(site.slug)}`;
  const link = (entry: Page): HtmlEscapedString | Promise<HtmlEscapedString> => {
    const current = entry.id === page.id ? raw(' aria-current="page"') : "";
    return html`<li><a href="${base}/${encodeURIComponent(entry.slug)}"${current}>${entry.title}</a>${list(entry.id)}</li>`;
  };
  const list = (parentId: string | null) => {
    const entries = pages.filter((entry) => entry.parentId === parentId);
    return entries.length === 0 ? "" : html`<ul>${entries.map(link)}</ul>`;
  };
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title} · ${site.title}</title>
    <style>${raw(siteStyles)}</style>
    ${article.hasBlocks ? raw(blockScript) : ""}${scriptTags(site, scripts)}
  </head>
  <body>
    <header><a href="${base}/">${site.title}</a></header>
    <div class="columns">
      <nav aria-label="Pages">${list(null)}</nav>
      <main>
        <article data-blocks="${blocksPathOf(site, page)}">${raw(article.html)}</article>
        ${thanked ? html`<p class="thanks" role="status">Thank you for your feedback.</p>` : feedbackForm(base, page)}
      </main>
    </div>
    ${asksForConsent ? consentBar(site, page.slug) : ""}
  </body>
</html>`;
}

function feedbackForm(base: string, page: Page) {
  const choices = ratings.map(
    ([value, label]) =>
      html`<label><input type="radio" name="rating" value="${value}" required /> ${label}</label>`,
  );
  return html`<form method="post" action="${base}/${encodeURIComponent(page.slug)}/feedback">
    <fieldset><legend>Was this page helpful?</legend><div class="ratings">${choices}</div></fieldset>
    <label>Comment <textarea name="comment" rows="3" maxlength="5000"></textarea></label>
    <button type="submit">Send feedback</button>
  </form>`;
}
