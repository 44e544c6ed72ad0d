import {
  type Claims,
  findPublishedSite,
  findSite,
  found,
  inOrganizations,
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

type EnterSite = (
  c: SiteContext,
  slug: string,
  show: (entered: EnteredSite) => Promise<Response>,
) => Promise<Response>;

/** Lets visitors into sites. What they do there sees what belongs to the site's organization, and nothing else. */
export interface Entrance {
  /** Shows something to a visitor who is let in. One who is not yet is led on by the gate. */
  readonly enter: EnterSite;
  /** The same for what follows no redirect to a sign-in. */
  readonly enterSignedIn: EnterSite;
  /** Does something at a published site that a visitor is not let into for it. */
  readonly at: (slug: string, work: (published: PublishedSite) => Promise<Response>) => Promise<Response>;
}

/**
 * Makes the entrance of all sites. A visitor who may not read a site learns nothing of its pages; whoever has a preview of it is shown all
 * of them, also while its space is private.
 */
export function createEntrance(platform: Platform, gate: VisitorGate): Entrance {
  const readSite = async (published: PublishedSite) =>
    await inOrganizations([published.site.organizationId], async () => ({
      published,
      allPages: await listPages(platform, published.site.spaceId),
      conditions: await listPageConditions(platform, published.site.spaceId),
      documents: published.hasDocuments ? await listOpenApiDocuments(platform, published.site.id) : [],
    }));
  const readPublished = shareReads(async (slug) => await readSite(await findPublishedSite(platform, slug)));
  const baseOf = (slug: string): string => `/sites/${encodeURIComponent(slug)}`;
  const lookAt = async (slug: string, token: string): Promise<EnteredSite> => {
    const { published, allPages, documents } = await readSite(await findSite(platform, slug));
    const isAccepted = await platform.previews.accepts(token, published.site.id);
    found(isAccepted ? token : undefined, `preview of site ${slug}; it may have expired`);
    const base = `${baseOf(slug)}/~preview/${encodeURIComponent(token)}`;
    return { ...published, base, pages: allPages, documents, claims: undefined, isPreview: true };
  };
  const enterOr =
    (turnAway: (c: SiteContext, response: Response) => Response): EnterSite =>
    async (c, slug, show) => {
      const token = c.req.param("preview");
      if (token !== undefined) {
        const entered = await lookAt(slug, token);
        return await inOrganizations([entered.site.organizationId], () => show(entered));
      }
      const { published, allPages, conditions, documents } = await readPublished(slug);
      return await inOrganizations([published.site.organizationId], async () => {
        const visitor = await gate.enter(c, published);
        if (visitor instanceof Response) return turnAway(c, visitor);
        const { claims } = visitor;
        const pages = selectPages(allPages, conditions, claims ?? {});
        // Only the console may show a site in a frame: somebody looks at their own site.
        const isPreview = c.req.header("sec-fetch-dest") === "iframe";
        return await show({ ...published, base: baseOf(slug), pages, documents, claims, isPreview });
      });
    };
  return {
    enter: enterOr((_c, response) => response),
    enterSignedIn: enterOr(askToSignIn),
    at: async (slug, work) => {
      const published = await findPublishedSite(platform, slug);
      return await inOrganizations([published.site.organizationId], () => work(published));
    },
  };
}

/** Responds to a program where a person would be led to a sign-in. */
export function askToSignIn(c: SiteContext): Response {
  return c.text("Sign in to this site first.", 401);
}
