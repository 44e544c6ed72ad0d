export { type BlockRequest, listBlockOptions, renderPageBlock } from "./blocks/page-blocks.ts";
export { type ContentTables } from "./database/content-tables.ts";
export { tablesOf } from "./database/tables-of.ts";
export { type Site, type Space } from "./spaces/content.ts";
export { createSite, createSpace, type NewSite, type NewSpace } from "./spaces/edit-spaces.ts";
export { getFontContent } from "./spaces/fonts.ts";
export { getImageContent, type ImageContent } from "./spaces/images.ts";
export { type ImageType } from "./spaces/image-type.ts";
export {
  createPage,
  findSpacesWithPath,
  getPage,
  type ListedPage,
  listPages,
  listPagesWithText,
  type NewPage,
  type Page,
  type PageEdit,
  savePage,
} from "./spaces/pages.ts";
export {
  createVisitRecorder,
  networkOf,
  type Visit,
  type VisitRecorder,
  type VisitRecorderOptions,
} from "./spaces/visits.ts";
export {
  getOpenApiDocument,
  listOpenApiDocuments,
  listOpenApiVersions,
  type OpenApiDocument,
} from "./sites/openapi-documents.ts";
export { foldText } from "./spaces/page-terms.ts";
export { type FirstPage, insertFirstPages } from "./spaces/write-pages.ts";
export { type PageMatch, searchSpace, searchWords } from "./spaces/search-pages.ts";
export { seedPlatform } from "./spaces/seed.ts";
export {
  audienceOf,
  type EmittedEventType,
  type EventAudience,
  type EventFields,
  sampleFields,
  type SampleLocation,
} from "./events/sample-event.ts";
export {
  findPublishedSite,
  findSite,
  type PublishedSite,
  type SiteSection,
} from "./sites/find-published-site.ts";
export { originOfDomain, publishedUrlOf } from "./sites/published-url.ts";
export { findSlugOfDomain, listLostDomains, type LostDomain, type ResolveTxt } from "./sites/site-domains.ts";
export { listSiteSigningSecrets, listVisitorSecrets, type SiteSigningSecret } from "./sites/site-access.ts";
export {
  fetchSiteScript,
  listSiteScripts,
  type PublishedScript,
  type SiteScript,
} from "./sites/site-scripts.ts";
export {
  type Claims,
  getClaimsSchema,
  listPageConditions,
  selectClaims,
  selectPages,
} from "./sites/adaptive-content.ts";
export { createSitePreviews, type SitePreviews } from "./sites/site-previews.ts";
export { readVisitorToken, type VisitorIdentity, type VisitorTokenRefusal } from "./sites/visitor-token.ts";
export { receiveGitPush } from "./git-sync/git-bindings.ts";
export {
  createGitProgram,
  type GitCredentials,
  type GitProgram,
  type GitProgramOptions,
  type GitRepository,
  type GitRunOptions,
} from "./git-sync/git-program.ts";
export type { GitNetwork } from "./git-sync/git-tunnel.ts";
export { listPageFiles } from "./git-sync/page-files.ts";
export { type ContentOptions, content, createContent } from "./product/content.ts";
export { contentContract } from "./product/contract.ts";
