import {
  createSitePreviews,
  type Claims,
  findPublishedSite,
  findSite,
  listOpenApiDocuments,
  listPageConditions,
  type ListedPage,
  listPages,
  type OpenApiDocument,
  type PublishedSite,
  publishedUrlOf,
  selectPages,
} from "@plugboard/content";
import { orNotFound, inOrganizations, type Platform, shareReads } from "@plugboard/platform";
import { addressOf, type SiteAddress, type SiteContext } from "./site-address.ts";
import type { VisitorGate } from "./visitor-gate.ts";

/** A site at the address of a request. */
export interface LocatedSite extends PublishedSite, SiteAddress {
  /** The site's preferred URL, with a trailing slash. */
  readonly canonical: string;
}

/** A site with the pages one visitor can see. */
export interface EnteredSite extends LocatedSite {
  /** The path prefix of the site's pages, without a trailing slash. Differs from `root` in a preview. */
  readonly base: string;
  /** The pages the visitor can read, in tree order. */
  readonly pages: readonly ListedPage[];
  readonly documents: readonly OpenApiDocument[];
  readonly claims: Claims | undefined;
  /** Whether this is a preview, which isn't counted as a visit. */
  readonly isPreview: boolean;
}

/** The minimum time between two reads of a site, so that a busy one isn't read for each visitor. */
const sharedReadMilliseconds = 5;

/** A site whose files a visitor can read. */
type FileSite = Pick<EnteredSite, "site" | "access" | "isPreview">;

type EnterSite = (
  c: SiteContext,
  slug: string,
  show: (entered: EnteredSite) => Promise<Response>,
) => Promise<Response>;

/** Lets visitors into sites. Requests only see data of the site's organization. */
export interface Entrance {
  /** Responds to an admitted visitor. Others are sent to the gate. */
  readonly enter: EnterSite;
  /** Like `enter`, for requests that can't follow a redirect to a sign-in. */
  readonly enterSignedIn: EnterSite;
  /** Like `enterSignedIn`, without reading the site's pages. The site's logo and icon are also on its error pages. */
  readonly enterForImage: (
    c: SiteContext,
    slug: string,
    file: string,
    show: (entered: FileSite) => Promise<Response>,
  ) => Promise<Response>;
  /** Runs work on a published site without admitting the visitor. */
  readonly at: (
    c: SiteContext,
    slug: string,
    work: (located: LocatedSite) => Promise<Response>,
  ) => Promise<Response>;
}

/**
 * Creates the entrance of all sites. Visitors without access can't see any of a site's pages. Holders of a preview
 * link see all pages, even if the space is private.
 */
export function createEntrance(platform: Platform, gate: VisitorGate): Entrance {
  const previews = createSitePreviews(platform);
  const readSite = async (published: PublishedSite) =>
    await inOrganizations([published.site.organizationId], async () => ({
      published,
      allPages: await listPages(platform, published.site.spaceId),
      conditions: await listPageConditions(platform, published.site.spaceId),
      documents: published.hasDocuments ? await listOpenApiDocuments(platform, published.site.id) : [],
    }));
  const readPublished = shareReads(
    async (slug) => await readSite(await findPublishedSite(platform, slug)),
    sharedReadMilliseconds,
  );
  const locate = (c: SiteContext, published: PublishedSite): LocatedSite => {
    const { slug, domain } = published.site;
    const canonical = publishedUrlOf(platform.urls, slug, domain);
    const located = { ...published, ...addressOf(c, platform.urls, slug), canonical };
    c.set("located", located);
    return located;
  };
  const findPreviewed = async (slug: string, token: string): Promise<PublishedSite> => {
    const published = await findSite(platform, slug);
    const preview = await previews.read(token, published.site.id);
    const { customization = published.customization } = orNotFound(
      preview,
      `preview of site ${slug}; it may have expired`,
    );
    return { ...published, customization };
  };
  const lookAt = async (c: SiteContext, slug: string, token: string): Promise<EnteredSite> => {
    const { published, allPages, documents } = await readSite(await findPreviewed(slug, token));
    const located = locate(c, published);
    const base = `${located.root}/~preview/${encodeURIComponent(token)}`;
    return { ...located, base, pages: allPages, documents, claims: undefined, isPreview: true };
  };
  const enterOr =
    (turnAway: (c: SiteContext, response: Response) => Response): EnterSite =>
    async (c, slug, show) => {
      const token = c.req.param("preview");
      if (token !== undefined) {
        const entered = await lookAt(c, slug, token);
        return await inOrganizations([entered.site.organizationId], () => show(entered));
      }
      const { published, allPages, conditions, documents } = await readPublished(slug);
      return await inOrganizations([published.site.organizationId], async () => {
        const located = locate(c, published);
        const visitor = await gate.enter(c, located);
        if (visitor instanceof Response) return turnAway(c, visitor);
        const { claims } = visitor;
        const pages = selectPages(allPages, conditions, claims ?? {});
        // Only the console can frame a site, and its views aren't visits.
        const isPreview = c.req.header("sec-fetch-dest") === "iframe";
        return await show({ ...located, base: located.root, pages, documents, claims, isPreview });
      });
    };
  return {
    enter: enterOr((_c, response) => response),
    enterSignedIn: enterOr(askToSignIn),
    enterForImage: async (c, slug, file, show) => {
      const token = c.req.param("preview");
      const isPreview = token !== undefined;
      const published = await (isPreview ? findPreviewed(slug, token) : findPublishedSite(platform, slug));
      const located = locate(c, published);
      return await inOrganizations([published.site.organizationId], async () => {
        const { logoUrl, iconUrl } = published.customization;
        const isOpen = isPreview || [logoUrl, iconUrl].includes(`~images/${file}`);
        const visitor = isOpen ? undefined : await gate.enter(c, located);
        return visitor instanceof Response ? askToSignIn(c) : await show({ ...located, isPreview });
      });
    },
    at: async (c, slug, work) => {
      const published = await findPublishedSite(platform, slug);
      const located = locate(c, published);
      return await inOrganizations([published.site.organizationId], () => work(located));
    },
  };
}

/** Responds with 401 to requests that can't follow a redirect to a sign-in. */
export function askToSignIn(c: SiteContext): Response {
  return c.text("Sign in to this site first.", 401, { "www-authenticate": "Bearer" });
}
