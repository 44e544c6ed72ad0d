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
  type SiteSection,
} from "@plugboard/content";
import { orNotFound, inOrganizations, type Platform, shareReads } from "@plugboard/platform";
import { addressOf, type SiteAddress, type SiteContext } from "./site-address.ts";
import { listFonts } from "./font-styles.ts";
import type { VisitorGate } from "./visitor-gate.ts";

/** A site at the address of a request. */
export interface LocatedSite extends PublishedSite, SiteAddress {
  /** The site's preferred URL, with a trailing slash. */
  readonly canonical: string;
  /** The section whose language error pages use: the site's own space until the visitor is admitted to another one. */
  readonly section: SiteSection;
}

/** A visit to a site. */
interface SiteVisit extends LocatedSite {
  /** The path prefix of the site, without a trailing slash. Differs from `root` in a preview. */
  readonly home: string;
  readonly documents: readonly OpenApiDocument[];
  readonly claims: Claims | undefined;
  /** Whether the visitor can read pages regardless of their conditions, as holders of a preview link. */
  readonly seesAllPages: boolean;
  /** Whether this is a preview, which isn't counted as a visit. */
  readonly isPreview: boolean;
}

/** A section of a site with the pages one visitor can see. */
export interface EnteredSite extends SiteVisit {
  /** The path prefix of the section's pages, without a trailing slash. */
  readonly base: string;
  /** The section's pages that the visitor can read, in tree order. */
  readonly pages: readonly ListedPage[];
  /** Returns another section of the site. Runs statements. */
  readonly openSection: (section: SiteSection) => Promise<EnteredSite>;
}

/** A section with all its pages. */
interface ReadSection {
  readonly section: SiteSection;
  readonly allPages: readonly ListedPage[];
  readonly conditions: Awaited<ReturnType<typeof listPageConditions>>;
}

/** The minimum time between two reads of a site, so that a busy one isn't read for each visitor. */
const sharedReadMilliseconds = 5;

/** A site whose files a visitor can read. */
type FileSite = Pick<EnteredSite, "access" | "isPreview" | "section">;

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
  /**
   * Like `enterSignedIn`, without reading the site's pages. The site's logo, icon and fonts are also on its error pages.
   *
   * @param path - the path of the file below the section, such as `~images/img_1.png`
   */
  readonly enterForFile: (
    c: SiteContext,
    slug: string,
    path: string,
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
  const readPages = async ({ spaceId }: SiteSection) => ({
    allPages: await listPages(platform, spaceId),
    conditions: await listPageConditions(platform, spaceId),
  });
  const readSite = async (published: PublishedSite, sectionPath: string) =>
    await inOrganizations([published.site.organizationId], async () => {
      const section = findSection(published, sectionPath);
      return {
        published,
        opened: section && { section, ...(await readPages(section)) },
        documents: published.hasDocuments ? await listOpenApiDocuments(platform, published.site.id) : [],
      };
    });
  const readPublished = shareReads(async (address) => {
    // The path of a section has no space.
    const end = address.indexOf(" ");
    return await readSite(await findPublishedSite(platform, address.slice(end + 1)), address.slice(0, end));
  }, sharedReadMilliseconds);
  const openSection = (visit: SiteVisit, { section, allPages, conditions }: ReadSection): EnteredSite => ({
    ...visit,
    section,
    base: section.path === "" ? visit.home : `${visit.home}/${section.path}`,
    pages: visit.seesAllPages ? allPages : selectPages(allPages, conditions, visit.claims ?? {}),
    openSection: async (other) => openSection(visit, { section: other, ...(await readPages(other)) }),
  });
  const locate = (c: SiteContext, published: PublishedSite): LocatedSite => {
    const { slug, domain } = published.site;
    const canonical = publishedUrlOf(platform.urls, slug, domain);
    const [section] = published.sections;
    const located = { ...published, ...addressOf(c, platform.urls, slug), canonical, section };
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
    const { published, opened, documents } = await readSite(await findPreviewed(slug, token), sectionOf(c));
    const located = locate(c, published);
    const home = `${located.root}/~preview/${encodeURIComponent(token)}`;
    return openSection(
      { ...located, home, documents, claims: undefined, seesAllPages: true, isPreview: true },
      orNotFound(opened, sectionName(c, slug)),
    );
  };
  const enterOr =
    (turnAway: (c: SiteContext, response: Response) => Response): EnterSite =>
    async (c, slug, show) => {
      const token = c.req.param("preview");
      if (token !== undefined) {
        const entered = await lookAt(c, slug, token);
        return await inOrganizations([entered.site.organizationId], () => show(entered));
      }
      const { published, opened, documents } = await readPublished(`${sectionOf(c)} ${slug}`);
      return await inOrganizations([published.site.organizationId], async () => {
        const located = locate(c, published);
        const visitor = await gate.enter(c, located);
        if (visitor instanceof Response) return turnAway(c, visitor);
        const { claims } = visitor;
        // Only the console can frame a site, and its views aren't visits.
        const isPreview = c.req.header("sec-fetch-dest") === "iframe";
        const visit = { ...located, home: located.root, documents, claims, seesAllPages: false, isPreview };
        // After the gate, so that its response doesn't depend on the site's sections.
        const read = orNotFound(opened, sectionName(c, slug));
        c.set("located", { ...located, section: read.section });
        return await show(openSection(visit, read));
      });
    };
  return {
    enter: enterOr((_c, response) => response),
    enterSignedIn: enterOr(askToSignIn),
    enterForFile: async (c, slug, path, show) => {
      const token = c.req.param("preview");
      const isPreview = token !== undefined;
      const published = await (isPreview ? findPreviewed(slug, token) : findPublishedSite(platform, slug));
      const located = locate(c, published);
      return await inOrganizations([published.site.organizationId], async () => {
        const { logoUrl, iconUrl } = published.customization;
        const branding = [logoUrl, iconUrl, ...listFonts(published.customization).map((font) => font.path)];
        const isBranding = sectionOf(c) === "" && branding.includes(path);
        const visitor = isPreview || isBranding ? undefined : await gate.enter(c, located);
        if (visitor instanceof Response) return askToSignIn(c);
        const section = orNotFound(findSection(published, sectionOf(c)), sectionName(c, slug));
        return await show({ access: published.access, isPreview, section });
      });
    },
    at: async (c, slug, work) => {
      const published = await findPublishedSite(platform, slug);
      const located = locate(c, published);
      return await inOrganizations([published.site.organizationId], () => work(located));
    },
  };
}

function sectionOf(c: SiteContext): string {
  const { section, variant } = c.req.param();
  return [section, variant].filter((part) => part !== undefined).join("/");
}

function sectionName(c: SiteContext, slug: string): string {
  return `section ${sectionOf(c)} of site ${slug}`;
}

function findSection({ sections }: PublishedSite, path: string): SiteSection | undefined {
  return sections.find((section) => section.path === path);
}

/** Responds with 401 to requests that can't follow a redirect to a sign-in. */
export function askToSignIn(c: SiteContext): Response {
  return c.text("Sign in to this site first.", 401, { "www-authenticate": "Bearer" });
}
