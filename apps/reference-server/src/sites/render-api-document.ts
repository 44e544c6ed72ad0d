import type { OpenApiDocument } from "@plugboard/content";
import { html, raw } from "hono/html";
import type { EnteredSite } from "./enter-site.ts";
import { type HtmlPage, pathOfDocument, renderLayout } from "./render-layout.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

/**
 * Renders the page of an OpenAPI document in one of its versions.
 *
 * @param tags - the tags of the script that shows it, and of the site's font
 */
export function renderApiDocument(
  entered: EnteredSite,
  document: OpenApiDocument,
  versions: readonly OpenApiDocument[],
  tags: string,
): HtmlPage {
  const path = `${entered.home}/${pathOfDocument(document.name)}`;
  const source = `${path}/document?version=${document.version}`;
  const title = document.title || document.name;
  const { api: texts } = siteTextsIn(entered.section.language);
  const others = versions.map(({ version }) =>
    version === document.version
      ? html`<strong aria-current="true">${version}</strong> `
      : html`<a href="${path}?version=${version}">${version}</a> `,
  );
  return renderLayout({
    entered,
    title,
    current: pathOfDocument(document.name),
    isWide: true,
    head: raw(tags),
    main: html`<h1>${title}</h1>
      <p class="versions">OpenAPI ${document.specification}. ${versions.length > 1 ? html`${texts.version} ${others}` : ""}<a href="${source}" download="${document.name}">${texts.download}</a></p>
      <div id="api-reference" data-document="${source}"><p>${texts.needsScripts}</p></div>`,
  });
}
