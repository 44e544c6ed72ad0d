import {
  type Claims,
  findPublishedSite,
  findSite,
  found,
  listOpenApiDocuments,
  listPageConditions,
  type ListedPage,
  listPages,
  type OpenApiDocument,
  type Platform,
  type PublishedSite,
  selectPages,
  shareReads,
} from "@plugboard/platform";
import type { SiteContext } from "./to-visit.ts";
import type { VisitorGate } from "./visitor-gate.ts";

/** A site with what one visitor may see of it. */
export interface EnteredSite extends PublishedSite {
  /** The path that all of its pages are below; without a slash at its end. */
  readonly base: string;
  /** The pages that the visitor may read, in the order of their tree. */
  readonly pages: readonly ListedPage[];
  readonly documents: readonly OpenApiDocument[];
  readonly claims: Claims | undefined;
  /** It is looked at, and not visited: nothing of it is counted. */
  readonly isPreview: boolean;
}

/** Lets a visitor into a site; a response where they may not see it yet. */
export type EnterSite = (c: SiteContext, slug: string) => Promise<Response | EnteredSite>;

/**
 * Lets visitors into sites. A visitor who may not read a site learns nothing of its pages; whoever has a preview of it is shown all
 * of them, also while its space is private.
 */
export function createEntrance(platform: Platform, gate: VisitorGate): EnterSite {
  const readSite = async (published: PublishedSite) => ({
    published,
    allPages: await listPages(platform, published.site.spaceId),
    conditions: await listPageConditions(platform, published.site.spaceId),
    documents: published.hasDocuments ? await listOpenApiDocuments(platform, published.site.id) : [],
  });
  const readPublished = shareReads(async (slug) => await readSite(await findPublishedSite(platform, slug)));
  return async (c, slug) => {
    const base = `/sites/${encodeURIComponent(slug)}`;
    const token = c.req.param("preview");
    if (token !== undefined) {
      const { published, allPages, documents } = await readSite(await findSite(platform, slug));
      const isAccepted = await platform.previews.accepts(token, published.site.id);
      found(isAccepted ? token : undefined, `preview of site ${slug}; it may have expired`);
      const previewBase = `${base}/~preview/${encodeURIComponent(token)}`;
      return {
        ...published,
        base: previewBase,
        pages: allPages,
        documents,
        claims: undefined,
        isPreview: true,
      };
    }
    const { published, allPages, conditions, documents } = await readPublished(slug);
    const visitor = await gate.enter(c, published);
    if (visitor instanceof Response) return visitor;
    const { claims } = visitor;
    const pages = selectPages(allPages, conditions, claims ?? {});
    // Only the console may show a site in a frame: somebody looks at their own site.
    const isPreview = c.req.header("sec-fetch-dest") === "iframe";
    return { ...published, base, pages, documents, claims, isPreview };
  };
}
