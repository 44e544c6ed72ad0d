import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

// SQLite stores binary content in a column of any type, so that both databases take the same statements.
const statements = [
  `create table spaces (
    id text primary key,
    organization_id text not null,
    title text not null,
    visibility text not null,
    requires_approval integer not null default 0,
    revision_id text,
    revision_number integer not null default 0,
    trashed_at bigint
  )`,
  "create index spaces_of_organization on spaces (organization_id, id)",
  `create table pages (
    id text primary key,
    organization_id text not null,
    space_id text not null,
    slug text not null,
    title text not null,
    characters integer not null,
    parent_id text,
    position integer not null,
    revision_id text not null,
    number integer not null,
    updated_at bigint not null,
    unique (space_id, slug)
  )`,
  "create index pages_of_organization on pages (organization_id, id, characters)",
  "create index pages_by_update on pages (space_id, updated_at, revision_id)",
  // The space is part of the key, so that a space's pages are read in one range.
  `create table page_terms (
    space_id text not null,
    page_id text not null,
    revision_id text not null,
    organization_id text not null,
    terms text not null,
    primary key (space_id, page_id, revision_id)
  )`,
  "create index page_terms_of_organization on page_terms (organization_id, space_id, page_id, revision_id)",
  `create table revisions (
    space_id text not null,
    number integer not null,
    id text not null,
    organization_id text not null,
    summary text not null,
    author text,
    tree text,
    created_at bigint not null,
    primary key (space_id, number),
    unique (space_id, id)
  )`,
  "create index revisions_of_organization on revisions (organization_id, space_id, number)",
  "create index revisions_with_tree on revisions (space_id, number) where tree is not null",
  `create table page_versions (
    space_id text not null,
    page_id text not null,
    number integer not null,
    revision_id text not null,
    organization_id text not null,
    slug text not null,
    title text not null,
    markdown text not null,
    primary key (space_id, page_id, number, revision_id)
  )`,
  "create index page_versions_of_organization on page_versions (organization_id, space_id, page_id, number, revision_id)",
  "create index page_versions_of_revision on page_versions (space_id, revision_id, page_id)",
  `create table staged_revisions (
    id text primary key,
    organization_id text not null,
    space_id text not null,
    number integer not null,
    state text not null,
    staged_at bigint not null
  )`,
  "create index staged_revisions_of_organization on staged_revisions (organization_id, id)",
  "create index staged_revisions_of_space on staged_revisions (space_id, id)",
  "create index staged_revisions_by_age on staged_revisions (staged_at)",
  `create table page_drafts (
    space_id text not null,
    page_id text not null,
    author text not null,
    organization_id text not null,
    title text not null,
    markdown text not null,
    revision_id text not null,
    version text not null,
    updated_at bigint not null,
    primary key (space_id, page_id, author)
  )`,
  "create index page_drafts_of_organization on page_drafts (organization_id, space_id, page_id, author)",
  `create table change_requests (
    id text primary key,
    organization_id text not null,
    space_id text not null,
    title text not null,
    description text not null,
    status text not null check (status in ('open', 'merged', 'closed')),
    author text not null,
    structure text not null default '[]',
    review text,
    revision_id text,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create index change_requests_of_organization on change_requests (organization_id, id)",
  "create index change_requests_by_space on change_requests (space_id, id)",
  "create index change_requests_by_status on change_requests (space_id, status, id)",
  "create index change_requests_closed on change_requests (updated_at) where status = 'closed'",
  `create table shared_drafts (
    space_id text not null,
    page_id text not null,
    change_request_id text not null default '',
    id text not null unique,
    organization_id text not null,
    title text not null,
    markdown text not null,
    format text not null,
    revision_id text not null,
    sequence bigint not null,
    saved_sequence bigint not null,
    state bytea not null,
    bytes bigint not null,
    updated_at bigint not null,
    primary key (space_id, page_id, change_request_id)
  )`,
  "create index shared_drafts_of_organization on shared_drafts (organization_id, space_id, page_id, change_request_id, bytes)",
  "create index shared_drafts_by_update on shared_drafts (updated_at)",
  `create table shared_draft_updates (
    space_id text not null,
    page_id text not null,
    change_request_id text not null default '',
    sequence bigint not null,
    draft_id text not null,
    organization_id text not null,
    content bytea not null,
    primary key (space_id, page_id, change_request_id, sequence)
  )`,
  "create index shared_draft_updates_of_organization on shared_draft_updates (organization_id, space_id, page_id, change_request_id, sequence)",
  `create table shared_draft_authors (
    space_id text not null,
    page_id text not null,
    change_request_id text not null default '',
    author text not null,
    organization_id text not null,
    primary key (space_id, page_id, change_request_id, author)
  )`,
  "create index shared_draft_authors_of_organization on shared_draft_authors (organization_id, space_id, page_id, change_request_id, author)",
  `create table draft_reviews (
    space_id text not null,
    page_id text not null,
    change_request_id text not null default '',
    id text not null,
    organization_id text not null,
    draft_id text not null,
    sequence bigint not null,
    revision_id text not null,
    title text not null,
    markdown text not null,
    author text not null,
    requested_at bigint not null,
    decision text,
    reviewer text,
    comment text,
    decided_at bigint,
    primary key (space_id, page_id, change_request_id)
  )`,
  "create index draft_reviews_of_organization on draft_reviews (organization_id, space_id, page_id, change_request_id)",
  `create table comments (
    id text primary key,
    thread_id text not null,
    organization_id text not null,
    space_id text not null,
    page_id text not null,
    author text not null,
    text text not null,
    anchor text,
    resolved_at bigint,
    created_at bigint not null
  )`,
  "create index comments_of_organization on comments (organization_id, id)",
  "create index comments_by_page on comments (space_id, page_id, thread_id)",
  `create table images (
    id text primary key,
    organization_id text not null,
    space_id text not null,
    type text not null,
    bytes integer not null,
    created_at bigint not null,
    checked_revision integer not null default 0,
    check_at bigint,
    unused_since bigint,
    content bytea not null
  )`,
  "create index images_of_organization on images (organization_id, id, bytes)",
  "create index images_by_space on images (space_id, id)",
  "create index images_by_check on images (check_at) where check_at is not null",
  `create table page_conditions (
    page_id text primary key,
    organization_id text not null,
    space_id text not null,
    conditions text not null
  )`,
  "create index page_conditions_of_organization on page_conditions (organization_id, page_id)",
  "create index page_conditions_by_space on page_conditions (space_id)",
  `create table git_bindings (
    space_id text primary key,
    organization_id text not null,
    settings text not null,
    secrets text not null,
    commit_id text,
    due_at bigint,
    prefer text,
    leased_until bigint not null,
    last_sync text,
    updated_at bigint not null
  )`,
  "create index git_bindings_of_organization on git_bindings (organization_id, space_id)",
  "create index git_bindings_due on git_bindings (due_at)",
  `create table git_files (
    space_id text not null,
    page_id text not null,
    organization_id text not null,
    path text not null,
    primary key (space_id, page_id)
  )`,
  "create index git_files_of_organization on git_files (organization_id, space_id, page_id)",

  `create table sites (
    id text primary key,
    organization_id text not null,
    space_id text not null,
    slug text not null unique,
    title text not null,
    trashed_at bigint
  )`,
  "create index sites_of_organization on sites (organization_id, id)",
  "create index sites_by_space on sites (space_id)",
  `create table site_spaces (
    site_id text not null,
    section text not null,
    organization_id text not null,
    space_id text,
    title text not null,
    variant_of text,
    variant_title text,
    language text,
    position integer not null,
    primary key (site_id, section)
  )`,
  "create index site_spaces_of_organization on site_spaces (organization_id, site_id, section)",
  "create index site_spaces_by_space on site_spaces (space_id)",
  `create table site_domains (
    site_id text not null,
    domain text not null,
    organization_id text not null,
    status text not null check (status in ('pending', 'verified', 'failed')),
    problem text,
    missing_since bigint,
    created_at bigint not null,
    checked_at bigint,
    check_at bigint,
    primary key (site_id, domain)
  )`,
  "create index site_domains_of_organization on site_domains (organization_id, site_id, domain)",
  "create index site_domains_by_domain on site_domains (domain)",
  "create unique index site_domains_verified on site_domains (domain) where status = 'verified'",
  "create index site_domains_missing on site_domains (missing_since) where missing_since is not null",
  "create index site_domains_due on site_domains (check_at) where check_at is not null",
  `create table site_access (
    site_id text primary key,
    organization_id text not null,
    installation_id text,
    signing_secrets text not null
  )`,
  "create index site_access_of_organization on site_access (organization_id, site_id)",
  `create table site_customizations (
    site_id text primary key,
    organization_id text not null,
    customization text not null
  )`,
  "create index site_customizations_of_organization on site_customizations (organization_id, site_id)",
  `create table claims_schemas (
    site_id text primary key,
    organization_id text not null,
    schema text not null
  )`,
  "create index claims_schemas_of_organization on claims_schemas (organization_id, site_id)",
  `create table page_views (
    site_id text not null,
    day text not null,
    page_id text not null,
    counter integer not null,
    organization_id text not null,
    views integer not null,
    primary key (site_id, day, page_id, counter)
  )`,
  "create index page_views_of_organization on page_views (organization_id, site_id, day, page_id, counter)",
  `create table conversations (
    site_id text not null,
    source text not null,
    id text not null,
    organization_id text not null,
    conversation text not null,
    received_at bigint not null,
    primary key (site_id, source, id)
  )`,
  "create index conversations_of_organization on conversations (organization_id, site_id, source, id)",
  "create index conversations_by_site on conversations (site_id, received_at)",
  "create index conversations_by_age on conversations (received_at)",
  `create table openapi_documents (
    site_id text not null,
    name text not null,
    version integer not null,
    organization_id text not null,
    title text not null,
    specification text not null,
    document text not null,
    created_at bigint not null,
    primary key (site_id, name, version)
  )`,
  "create index openapi_documents_of_organization on openapi_documents (organization_id, site_id, name, version)",
];

/** Creates the tables of this product. Never edit it once released. */
export const createContentTables: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
