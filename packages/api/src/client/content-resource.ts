/** A space: a tree of pages that is edited together. */
export interface SpaceResource {
  readonly id: string;
  readonly title: string;
  readonly organization: string;
  readonly visibility: string;
  /** The revision its content is at now. */
  readonly revisionId: string;
}

/** A page, without its content. */
export interface PageResource {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  /** Path below the space, without a leading slash. */
  readonly path: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** What a page says. */
export interface PageContent {
  readonly pageId: string;
  readonly revisionId: string;
  readonly title: string;
  readonly markdown: string;
}

/** Changes to a page; they make a new revision of its space. */
export interface PageContentUpdate {
  readonly title?: string;
  readonly markdown?: string;
}

/** A site: a published space. */
export interface SiteResource {
  readonly id: string;
  readonly title: string;
  readonly organization: string;
  readonly spaceId: string;
  readonly urls: { readonly published: string };
}
