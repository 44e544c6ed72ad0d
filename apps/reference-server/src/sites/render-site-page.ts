import { html, raw } from "hono/html";
import type { ListedPage, Page, SiteScript } from "@plugboard/content";
import type { Article } from "./article-cache.ts";
import type { EnteredSite } from "./enter-site.ts";
import type { AlternatePage } from "./list-alternates.ts";
import { consentBar, scriptTags } from "./page-scripts.ts";
import { type Html, type HtmlPage, pathOfPage, renderLayout } from "./render-layout.ts";
import { type SiteTexts, siteTextsIn } from "./texts/site-texts.ts";

const ratings = ["good", "ok", "bad"] as const;

/** The content of a page of a site. */
export interface ShownPage {
  readonly entered: EnteredSite;
  readonly page: Page;
  readonly article: Article;
  /** The tags of the scripts for blocks and diagrams, if the page has any, and of the site's font. */
  readonly assetTags: string;
  /** Whether the visitor has just sent feedback. */
  readonly thanked: boolean;
  /** The scripts that integrations add. */
  readonly scripts: readonly SiteScript[];
  readonly asksForConsent: boolean;
  /** The page in the languages of its section. */
  readonly alternates: readonly AlternatePage[];
}

/** Renders a page with its feedback form. The only scripts are those for blocks and diagrams, and those of integrations. */
export function renderSitePage({
  entered,
  page,
  article,
  assetTags,
  thanked,
  scripts,
  asksForConsent,
  alternates,
}: ShownPage): HtmlPage {
  const { base, pages, isPreview, section } = entered;
  const path = `${base}/${pathOfPage(page)}`;
  const texts = siteTextsIn(section.language);
  return renderLayout({
    entered,
    title: page.title,
    current: pathOfPage(page),
    head: html`${isPreview ? "" : html`<link rel="alternate" type="text/markdown" href="${path}.md" />`}${alternates.map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}" />`)}${raw(assetTags)}${scriptTags(entered, scripts)}`,
    aside: renderContents(article, texts),
    main: html`<article data-blocks="${path}/blocks">${article.hasTitle ? "" : html`<h1>${page.title}</h1>`}${raw(article.html)}</article>
        ${renderNeighbors(base, pages, page, texts)}
        ${thanked ? renderThanks(path, texts) : renderForm(path, texts)}`,
    end: asksForConsent
      ? consentBar(entered, section.path === "" ? page.slug : `${section.path}/${page.slug}`)
      : "",
  });
}

function renderContents({ contents }: Article, { onThisPage }: SiteTexts): Html {
  if (contents.length < 2) return "";
  const links = contents.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  );
  return html`<nav aria-labelledby="on-this-page"><h2 id="on-this-page">${onThisPage}</h2><ul>${links}</ul></nav>`;
}

function renderNeighbors(
  base: string,
  pages: readonly ListedPage[],
  page: ListedPage,
  texts: SiteTexts,
): Html {
  const index = pages.findIndex(({ id }) => id === page.id);
  const link = (what: string, className: string, neighbor: ListedPage | undefined): Html =>
    neighbor === undefined
      ? ""
      : html`<a class="${className}" rel="${className}" href="${base}/${pathOfPage(neighbor)}"><span>${what}</span> ${neighbor.title}</a>`;
  const previous = link(texts.previous, "prev", pages[index - 1]);
  const next = link(texts.next, "next", pages[index + 1]);
  return previous === "" && next === ""
    ? ""
    : html`<nav class="neighbors" aria-label="${texts.previousAndNext}">${previous}${next}</nav>`;
}

function renderForm(path: string, { feedback }: SiteTexts): Html {
  const choices = ratings.map(
    (rating) =>
      html`<label><input type="radio" name="rating" value="${rating}" required /> ${feedback[rating]}</label>`,
  );
  return html`<form class="feedback" id="feedback" method="post" action="${path}/feedback">
    <fieldset><legend>${feedback.question}</legend><div class="ratings">${choices}</div></fieldset>
    <label>${feedback.comment} <textarea name="comment" rows="3" maxlength="5000"></textarea></label>
    <button type="submit">${feedback.send}</button>
  </form>`;
}

function renderThanks(path: string, { feedback }: SiteTexts): Html {
  return html`<div class="feedback thanks" id="feedback" role="status" tabindex="-1">
    <p><strong>${feedback.thanks}</strong></p>
    <p>${feedback.read} <a href="${path}#feedback">${feedback.more}</a></p>
  </div>`;
}
