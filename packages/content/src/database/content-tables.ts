import type { ImageResource } from "../client/types.ts";
import type { Tables } from "@plugboard/platform";
import type { Generated } from "kysely";

// Times are Unix time in milliseconds. Columns described as JSON or encrypted contain text in both databases.

interface SpaceTable {
  id: string;
  organization_id: string;
  title: string;
  visibility: string;
  /** 1 if changes to its pages require an approval, otherwise 0. */
  requires_approval: Generated<number>;
  /** The current revision of its pages; null until the first one is recorded. */
  revision_id: Generated<string | null>;
  /** Counts its revisions. */
  revision_number: Generated<number>;
  trashed_at: Generated<number | null>;
}

export interface PageTable {
  organization_id: string;
  id: string;
  space_id: string;
  slug: string;
  title: string;
  /** The length of the text in characters. */
  characters: number;
  /** The parent page; null at the top level. */
  parent_id: Generated<string | null>;
  /** The position among the pages with the same parent. */
  position: number;
  /** The revision that last changed its text, which is in the page's version of this revision. */
  revision_id: string;
  /** The number of that revision. */
  number: number;
  updated_at: number;
}

/** The words of a page, for searches. Rows whose revision isn't the page's are staged or about to be deleted. */
interface PageTermTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  revision_id: string;
  /** The normalized words with their counts. */
  terms: string;
}

/** The state of a space's pages. */
interface RevisionTable {
  space_id: string;
  number: number;
  id: string;
  organization_id: string;
  summary: string;
  /** JSON of the author, if any. */
  author: string | null;
  /** JSON list of `[id, parent]` in tree order; null if unchanged since the previous revision. */
  tree: string | null;
  created_at: number;
}

/** The content of a page from a revision on. */
export interface PageVersionTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  /** The revision's number. */
  number: number;
  revision_id: string;
  slug: string;
  title: string;
  markdown: string;
}

/** A revision whose versions and words are written in several transactions before it. */
interface StagedRevisionTable {
  /** The ID of the revision. */
  id: string;
  organization_id: string;
  space_id: string;
  /** The number of the revision. */
  number: number;
  /** `published` once the revision exists, until the words of the replaced versions are deleted. */
  state: "staging" | "published" | "discarded";
  /** When the last batch was written. */
  staged_at: number;
}

/** An unpublished draft of a page. */
interface PageDraftTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  /** The author, such as `member:usr_1`. */
  author: string;
  title: string;
  markdown: string;
  /** The page's revision that the draft is based on. */
  revision_id: string;
  version: string;
  updated_at: number;
}

/** A draft of a page that several people edit together. */
interface SharedDraftTable {
  id: string;
  organization_id: string;
  space_id: string;
  page_id: string;
  /** The change request that it belongs to; empty for the page's own draft. */
  change_request_id: string;
  /** The text as of `saved_sequence`. */
  title: string;
  markdown: string;
  /** The format of the Yjs document. */
  format: string;
  /** The page's revision that the draft is based on. */
  revision_id: string;
  /** Counts its changes. */
  sequence: number;
  /** The newest change in `state`. */
  saved_sequence: number;
  /** A Yjs document, which only clients decode. */
  state: Uint8Array;
  /** The size of the state and of the changes since. */
  bytes: number;
  updated_at: number;
}

/** The changes of shared drafts that aren't part of their states. */
interface SharedDraftUpdateTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  change_request_id: string;
  draft_id: string;
  sequence: number;
  /** A Yjs update, which only clients decode. */
  content: Uint8Array;
}

/** The people and keys that changed a shared draft since it was started or last published with an approval. */
interface SharedDraftAuthorTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  change_request_id: string;
  /** The author, such as `member:usr_1`. */
  author: string;
}

/** A set of shared drafts of a space's pages that are reviewed and published together. */
interface ChangeRequestTable {
  id: string;
  organization_id: string;
  space_id: string;
  title: string;
  description: string;
  status: "open" | "merged" | "closed";
  /** JSON of the person or key that created it. */
  author: string;
  /** JSON of the pages that it moves or deletes, in this order. */
  structure: Generated<string>;
  /** JSON of the newest review, whose texts are in `draft_reviews`; null before the first one. */
  review: Generated<string | null>;
  /** The revision that published it; null until then. */
  revision_id: Generated<string | null>;
  created_at: number;
  updated_at: number;
}

/** The review of a page's shared draft. All pages of a change request have the ID of its review. */
interface DraftReviewTable {
  id: string;
  organization_id: string;
  space_id: string;
  page_id: string;
  change_request_id: string;
  draft_id: string;
  /** The draft's newest change when the review was requested. */
  sequence: number;
  /** The page's revision that the text is based on. */
  revision_id: string;
  /** The reviewed text. */
  title: string;
  markdown: string;
  /** JSON of the person who requested the review. */
  author: string;
  requested_at: number;
  decision: Generated<"approved" | "changes-requested" | null>;
  /** JSON of the person who decided. */
  reviewer: Generated<string | null>;
  comment: Generated<string | null>;
  decided_at: Generated<number | null>;
}

/** Comments on pages. */
interface CommentTable {
  id: string;
  /** The first comment of its thread, which is its own id for the first one. */
  thread_id: string;
  organization_id: string;
  space_id: string;
  page_id: string;
  /** JSON of the author. */
  author: string;
  text: string;
  /** JSON of the text that the thread is about; null for replies. */
  anchor: string | null;
  /** When the thread was resolved; null for open threads and replies. */
  resolved_at: Generated<number | null>;
  created_at: number;
}

/** Images of pages, and fonts of sites. */
interface ImageTable {
  id: string;
  organization_id: string;
  space_id: string;
  type: ImageResource["type"] | "font/woff2";
  bytes: number;
  created_at: number;
  /** The newest revision of the space that was searched for the image. */
  checked_revision: Generated<number>;
  /** When its use is checked next; null once a revision uses it, because revisions are kept. */
  check_at: Generated<number | null>;
  /** When a check first found it unused; null if it was used at the last check. */
  unused_since: Generated<number | null>;
  content: Uint8Array;
}

/** A page's audience on sites, if it is restricted. */
interface PageConditionTable {
  organization_id: string;
  page_id: string;
  space_id: string;
  /** JSON list. */
  conditions: string;
}

/** The Git repository of a space. */
interface GitBindingTable {
  space_id: string;
  organization_id: string;
  /** JSON of remote, branch, folder, direction and schedule. */
  settings: string;
  /** Encrypted JSON of the credentials and the hook's secret. */
  secrets: string;
  /** The commit of both sides after the last sync. */
  commit_id: string | null;
  /** When the next sync is due; null if only people and pushes start syncs. */
  due_at: number | null;
  /** The side that the next sync prefers in conflicts. */
  prefer: string | null;
  leased_until: number;
  /** JSON of the last sync's result. */
  last_sync: string | null;
  updated_at: number;
}

/** The path of a page in the repository of its space. */
interface GitFileTable {
  organization_id: string;
  space_id: string;
  page_id: string;
  path: string;
}

interface SiteTable {
  id: string;
  organization_id: string;
  space_id: string;
  slug: string;
  title: string;
  trashed_at: Generated<number | null>;
}

/** A space that a site shows. Sites that only show their own space, with its title, have no rows. */
interface SiteSpaceTable {
  site_id: string;
  /** The path of the section or variant below the site; empty for the site's own space. */
  section: string;
  organization_id: string;
  /** Null for the site's own space, which the site names. */
  space_id: string | null;
  title: string;
  /** The section that it is a variant of; null for sections. */
  variant_of: string | null;
  /** The name of a section among its variants. */
  variant_title: string | null;
  language: string | null;
  position: number;
}

/** A domain that an organization added to a site. Several can add one, but only its owner's is verified. */
interface SiteDomainTable {
  site_id: string;
  domain: string;
  organization_id: string;
  status: "pending" | "verified" | "failed";
  /** The reason the last check failed. */
  problem: string | null;
  /** When a check first missed the record of a verified domain, or when the domain failed. Null otherwise. */
  missing_since: number | null;
  created_at: number;
  checked_at: number | null;
  /** When to check next; null to wait for a person. */
  check_at: number | null;
}

/** Access to a site, if it was ever changed or a secret was requested. */
interface SiteAccessTable {
  site_id: string;
  organization_id: string;
  /** The installation that signs visitors in; null if the site is public. */
  installation_id: string | null;
  /** Encrypted JSON list, newest first. */
  signing_secrets: string;
}

/** A site's appearance, if it was customized. */
interface SiteCustomizationTable {
  site_id: string;
  organization_id: string;
  /** JSON. */
  customization: string;
}

/** The claims of visitors that a site stores. */
interface ClaimsSchemaTable {
  site_id: string;
  organization_id: string;
  /** JSON Schema. */
  schema: string;
}

/** The views of a site's page on one day, counted by one process. */
interface PageViewTable {
  organization_id: string;
  site_id: string;
  /** The UTC day, such as `2026-01-15`. */
  day: string;
  page_id: string;
  /** Each process has its own, so that they don't wait for each other. */
  counter: number;
  views: number;
}

interface ConversationTable {
  site_id: string;
  /** The integration that sent it. */
  source: string;
  /** The ID that the integration assigned. */
  id: string;
  organization_id: string;
  /** JSON. */
  conversation: string;
  received_at: number;
}

interface OpenApiDocumentTable {
  site_id: string;
  name: string;
  version: number;
  organization_id: string;
  title: string;
  /** The version of the OpenAPI specification. */
  specification: string;
  /** The uploaded text. */
  document: string;
  created_at: number;
}

/** The tables of this product and the platform's. */
export interface ContentTables extends Tables {
  spaces: SpaceTable;
  pages: PageTable;
  page_terms: PageTermTable;
  revisions: RevisionTable;
  page_versions: PageVersionTable;
  staged_revisions: StagedRevisionTable;
  page_drafts: PageDraftTable;
  change_requests: ChangeRequestTable;
  shared_drafts: SharedDraftTable;
  shared_draft_updates: SharedDraftUpdateTable;
  shared_draft_authors: SharedDraftAuthorTable;
  draft_reviews: DraftReviewTable;
  comments: CommentTable;
  images: ImageTable;
  page_conditions: PageConditionTable;
  git_bindings: GitBindingTable;
  git_files: GitFileTable;
  sites: SiteTable;
  site_spaces: SiteSpaceTable;
  site_domains: SiteDomainTable;
  site_access: SiteAccessTable;
  site_customizations: SiteCustomizationTable;
  claims_schemas: ClaimsSchemaTable;
  page_views: PageViewTable;
  conversations: ConversationTable;
  openapi_documents: OpenApiDocumentTable;
}
