import { join } from "node:path";

const repository = "https://github.com/plugboard/plugboard/blob/main";

/** Documents outside `docs` that are pages of the site. */
export const outsidePages: Readonly<Record<string, string>> = {
  "apps/reference-server/README.md": "reference/server",
  "packages/components/ELEMENTS.md": "reference/elements",
  "packages/webhook-delivery/OPERATING.md": "reference/webhook-delivery-operating",
  "packages/webhook-delivery/SENDING.md": "reference/webhook-delivery-sending",
};

/** Rewrites the relative links of a document to pages of the site, or to the repository if there is no page. */
export function linkToPages(text: string, folder: string): string {
  return text.replaceAll(/\]\((?![a-z]+:|[#/])([^)#\s]+)/g, (_all, target: string) => {
    return `](${pageOf(join(folder, target)) ?? `${repository}/${join(folder, target)}`}`;
  });
}

function pageOf(file: string): string | undefined {
  const readme = /^(packages|apps)\/[^/]+\/?$/.test(file) ? join(file, "README.md") : file;
  const outside = outsidePages[readme];
  if (outside !== undefined) return `/${outside}`;
  const [, own] = /^packages\/([^/]+)\/README\.md$/.exec(readme) ?? [];
  if (own !== undefined) return `/reference/packages/${own}`;
  const [, page] = /^docs\/(.+)\.md$/.exec(file) ?? [];
  return page === undefined ? undefined : `/${page.replace(/README$/, "")}`;
}
