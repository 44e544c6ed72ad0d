import type { ProductTable, Tables } from "@plugboard/platform";
import type { ContentTables } from "./content-tables.ts";

const column = "organization_id";

/** The tables of this product, in the order of removal. */
export const ownedTables: Readonly<Record<Exclude<keyof ContentTables, keyof Tables>, ProductTable>> = {
  site_access: { column, key: ["site_id"], encrypted: ["signing_secrets"] },
  site_spaces: { column, key: ["site_id", "section"] },
  site_domains: { column, key: ["site_id", "domain"] },
  git_files: { column, key: ["space_id", "page_id"] },
  git_bindings: { column, key: ["space_id"], encrypted: ["secrets"], lease: "leased_until" },
  page_views: { column, key: ["site_id", "day", "page_id", "counter"] },
  conversations: { column, key: ["site_id", "source", "id"] },
  openapi_documents: { column, key: ["site_id", "name", "version"] },
  comments: { column },
  images: { column, binary: ["content"] },
  page_conditions: { column, key: ["page_id"] },
  claims_schemas: { column, key: ["site_id"] },
  page_drafts: { column, key: ["space_id", "page_id", "author"] },
  draft_reviews: { column, key: ["space_id", "page_id", "change_request_id"] },
  shared_draft_authors: { column, key: ["space_id", "page_id", "change_request_id", "author"] },
  shared_draft_updates: {
    column,
    key: ["space_id", "page_id", "change_request_id", "sequence"],
    binary: ["content"],
  },
  shared_drafts: { column, key: ["space_id", "page_id", "change_request_id"], binary: ["state"] },
  change_requests: { column },
  site_customizations: { column, key: ["site_id"] },
  staged_revisions: { column },
  page_versions: { column, key: ["space_id", "page_id", "number", "revision_id"] },
  page_terms: { column, key: ["space_id", "page_id", "revision_id"], secret: ["terms"] },
  pages: { column },
  revisions: { column, key: ["space_id", "number"] },
  sites: { column },
  spaces: { column },
};
