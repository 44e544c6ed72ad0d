import type { SiteCustomization, SiteLink } from "@plugboard/content/types";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Page, SiteSection } from "@plugboard/content";
import type { EnteredSite } from "./enter-site.ts";
import { fontStyles } from "./font-styles.ts";
import { tabsOf, variantsOf } from "./site-tabs.ts";
import { siteStyles } from "./site-styles.ts";
import { defaultLanguage, siteTextsIn } from "./texts/site-texts.ts";

/** A complete HTML page, escaped. */
export type HtmlPage = HtmlEscapedString | Promise<HtmlEscapedString>;

/** An HTML fragment, escaped. */
export type Html = HtmlPage | readonly Html[] | "";

/** The parts of a page that vary within the site's layout. */
export interface SiteLayout {
  readonly entered: EnteredSite;
  readonly title: string;
  /** The current path below the site, as the menu links to it. */
  readonly current: string;
  readonly main: Html;
  /** Content next to the main column in wide windows. */
  readonly aside?: Html | undefined;
  /** Elements for the head. */
  readonly head?: Html | undefined;
  /** Content at the end of the body. */
  readonly end?: Html | undefined;
  /** The search query. */
  readonly query?: string | undefined;
  /** Whether the next search covers all sections of the site, too. */
  readonly searchesAll?: boolean | undefined;
  /** Uses the full width. */
  readonly isWide?: boolean | undefined;
}

/** Returns the path of a page below its site. */
export const pathOfPage = ({ slug }: Pick<Page, "slug">): string => encodeURIComponent(slug);

/** Returns the path of an OpenAPI document below its site. */
export const pathOfDocument = (name: string): string => `~api/${encodeURIComponent(name)}`;

/** Returns the preferred URL of a path below the open section. The first page is at the section's root. */
export function canonicalUrlOf({ canonical, pages: [first], section }: EnteredSite, path: string): string {
  const prefix = section.path === "" ? "" : `${section.path}/`;
  return `${canonical}${prefix}${first !== undefined && path === pathOfPage(first) ? "" : path}`;
}

/** Renders a page of a site: header with search, menu, main content and footer. */
export function renderLayout({
  entered,
  title,
  current,
  main,
  aside = "",
  head = "",
  end = "",
  query = "",
  searchesAll = false,
  isWide = false,
}: SiteLayout): HtmlPage {
  const { base, customization, isPreview } = entered;
  const { headerLinks = [] } = customization;
  const texts = siteTextsIn(entered.section.language);
  return renderDocument({
    site: entered,
    title,
    head: html`${isPreview ? "" : html`<link rel="canonical" href="${canonicalUrlOf(entered, current)}" />`}${head}`,
    body: html`<header>
      <a class="skip" href="#content">${texts.skipToContent}</a>
      ${renderTitle(entered)}
      <a class="to-pages" href="#pages">${texts.pages}</a>
      ${headerLinks.length === 0 ? "" : html`<nav aria-label="${texts.links}">${headerLinks.map(linkTo)}</nav>`}
      <search><form action="${base}/~search"><label class="hidden" for="query">${texts.search.label}</label>
        <input id="query" type="search" name="q" value="${query}" maxlength="200" placeholder="${texts.search.title}" required />
        ${searchesAll ? html`<input type="hidden" name="all" />` : ""}
        <button class="quiet">${texts.search.title}</button></form></search>
      ${renderSections(entered)}
      ${isPreview ? html`<p class="preview">${texts.preview}</p>` : ""}
    </header>
    <div class="columns${isWide ? " wide" : ""}">
      <main id="content" tabindex="-1">${main}</main>
      <div id="pages" class="menu">${renderVariants(entered, current)}${renderMenu(entered, current)}</div>
      ${aside === "" ? "" : html`<aside class="contents" aria-label="${texts.onThisPage}">${aside}</aside>`}
    </div>
    ${renderFooter(entered)}
    ${end}`,
  });
}

/** The parts of a site that its error pages show too. */
export type BrandedSite = Pick<EnteredSite, "home" | "customization" | "section" | "site">;

/** Renders a document with the appearance of a site, or the default one. */
export function renderDocument({
  site: branded,
  title,
  head = "",
  body,
}: {
  readonly site: BrandedSite | undefined;
  readonly title: string;
  readonly head?: Html | undefined;
  readonly body: Html;
}): HtmlPage {
  const { theme = "system", iconUrl, ...customization } = branded?.customization ?? {};
  return html`<!doctype html>
<html${raw(languageOf(branded?.section))} data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${branded === undefined ? title : `${title} · ${branded.site.title}`}</title>
    ${branded === undefined || iconUrl === undefined ? "" : html`<link rel="icon" href="${resolveImage(branded.home, iconUrl)}" />`}
    <style>${raw(siteStyles)}${raw(accentStyles(customization))}${raw(fontStyles(branded?.home ?? "", customization))}</style>
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>`;
}

const rightToLeft: ReadonlySet<string | undefined> = new Set([
  "Arab",
  "Hebr",
  "Syrc",
  "Thaa",
  "Nkoo",
  "Adlm",
]);

/** Returns the attributes for the language of a section, a valid tag. */
function languageOf(section: SiteSection | undefined): string {
  const { language = defaultLanguage } = section ?? {};
  const { script } = new Intl.Locale(language).maximize();
  return ` lang="${language}"${rightToLeft.has(script) ? ' dir="rtl"' : ""}`;
}

/** Renders a site's logo and title, which lead to its first page. */
export function renderTitle({ home, customization: { logoUrl }, site }: BrandedSite): Html {
  return html`<a class="title" href="${home}/">${logoUrl === undefined ? "" : html`<img src="${resolveImage(home, logoUrl)}" alt="" height="28" />`}${site.title}</a>`;
}

/** Renders the menu of a section's versions or languages. Each leads to the same page, if it has one with its path. */
function renderVariants(entered: EnteredSite, current: string): Html {
  const { home, section: open, sections, pages } = entered;
  const variants = variantsOf(sections, open);
  if (variants.length === 1) return "";
  const isPage = pages.some((page) => pathOfPage(page) === current);
  const links = variants.map((variant) => {
    const { path, title, variantTitle = title, language } = variant;
    const mark = variant === open ? raw(' aria-current="true"') : "";
    const tag = language === undefined ? "" : html` lang="${language}" hreflang="${language}"`;
    // The address of a missing page leads to the first one.
    const target = isPage ? `${current}?variant` : "";
    return html`<li><a href="${home}/${path === "" ? "" : `${path}/`}${target}"${tag}${mark}>${variantTitle}</a></li>`;
  });
  return html`<nav class="variants" aria-label="${siteTextsIn(open.language).variants}"><ul>${links}</ul></nav>`;
}

/** Renders the tabs of a site with several sections. */
function renderSections(entered: EnteredSite): Html {
  const tabs = tabsOf(entered);
  if (tabs.length === 1) return "";
  const links = tabs.map(({ title, target: { path }, isOpen }) => {
    const mark = isOpen ? raw(' aria-current="true"') : "";
    return html`<a href="${entered.home}/${path === "" ? "" : `${path}/`}"${mark}>${title}</a>`;
  });
  return html`<nav class="sections" aria-label="${siteTextsIn(entered.section.language).sections}">${links}</nav>`;
}

function renderMenu({ base, home, pages, documents, section }: EnteredSite, current: string): Html {
  const texts = siteTextsIn(section.language);
  const link = (path: string, title: string, below: Html = "", prefix = base): Html => {
    const mark = path === current ? raw(' aria-current="page"') : "";
    return html`<li><a href="${prefix}/${path}"${mark}>${title}</a>${below}</li>`;
  };
  const children = Map.groupBy(pages, ({ parentId }) => parentId);
  const list = (parentId: string | null): Html => {
    const entries = children.get(parentId) ?? [];
    if (entries.length === 0) return "";
    return html`<ul>${entries.map((entry) => link(pathOfPage(entry), entry.title, list(entry.id)))}</ul>`;
  };
  const apis = documents.map(({ name, title }) => link(pathOfDocument(name), title || name, "", home));
  return html`<nav aria-label="${texts.pages}">${list(null)}</nav>
    ${apis.length === 0 ? "" : html`<nav aria-label="${texts.apiReference}"><h2>${texts.apiReference}</h2><ul>${apis}</ul></nav>`}`;
}

function renderFooter({ customization: { footer }, section }: EnteredSite): Html {
  if (footer === undefined) return "";
  const { text = "", links = [] } = footer;
  return html`<footer>${text === "" ? "" : html`<p>${text}</p>`}${
    links.length === 0
      ? ""
      : html`<nav aria-label="${siteTextsIn(section.language).footer}">${links.map(linkTo)}</nav>`
  }</footer>`;
}

function linkTo({ label, url }: SiteLink): Html {
  return html`<a href="${url}" rel="noopener">${label}</a>`;
}

// Colors are validated when stored; anything else is ignored here as a second line of defense.
function accentStyles({ accent }: SiteCustomization): string {
  const isColor = (color: string) => /^#[0-9a-f]{6}$/i.test(color);
  if (accent === undefined || !isColor(accent.light) || !isColor(accent.dark)) return "";
  return `:root { --accent: light-dark(${accent.light}, ${accent.dark}); }`;
}

/** Returns the URL of an image, which can be stored with the site's space. */
function resolveImage(home: string, image: string): string {
  return image.startsWith("~images/") ? `${home}/${image}` : image;
}
