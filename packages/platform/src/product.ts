export { authorOf } from "./access/author-of.ts";
export { type DeriveSecret, resourcePurpose } from "./access/derived-secrets.ts";
export { requireOrganization } from "./access/may-call.ts";
export { isTokenPrincipal } from "./access/principal.ts";
export { findActiveInstallations } from "./blocks/find-active-installations.ts";
export { authorKey } from "./common/author-key.ts";
export { createId, createIdFromKey } from "./common/create-id.ts";
export { isoDay, isoTime, optionalIsoTime } from "./common/iso-time.ts";
export { readObject } from "./common/json.ts";
export type { Keyset } from "./common/keyset.ts";
export type { WithUnixTimes } from "./common/with-unix-times.ts";
export { inList } from "./database/in-list.ts";
export { inStatements } from "./database/in-statements.ts";
export { planQuery } from "./database/plan-query.ts";
export { listSelectOptions } from "./dispatch/list-select-options.ts";
export { runDocumentTask } from "./documents/run-document-task.ts";
export {
  appendEvent,
  insertLeasedEvents,
  type NewEvent,
  toEventInsert,
} from "./events/append-event.ts";
export { type EventInsert, insertEvents, type OrganizationOfRow } from "./events/insert-events.ts";
export { createFairQueue, type FairQueue, type FairQueueLimits } from "./http/fair-queue.ts";
export { grantedScopes } from "./installations/consent.ts";
export { getInstalled } from "./integrations/integrations.ts";
export { findScriptGrant } from "./integrations/script-grants.ts";
export { cutPage, keysetOf, limitOf, numberKey, paginate, showPage } from "./operations/paginate.ts";
export { holdOrganization } from "./organizations/members.ts";
export {
  minutePolicy,
  type OrganizationLimits,
  readOrganizationLimits,
} from "./rate-limits/organization-limits.ts";
export { eraseSubject, listSubjectEvents } from "./tenancy/subjects.ts";
export { selectResources } from "./installations/resource-selection.ts";
export type { ResourceSelection } from "./installations/installations.ts";
export {
  createResourceInstallationHandlers,
  type ResourceInstallationHandlers,
} from "./installations/api/resource-installation-handlers.ts";
export { showInstallation } from "./installations/api/installation-resource.ts";
export { toPlatformEvent } from "./events/api/event-handlers.ts";
export { createQuotaShare, type QuotaShare } from "./rate-limits/quota-share.ts";
export { namedResources, type ProductRef } from "./resources/product-ref.ts";
export type { HandlersOf } from "./operations/operation-handler.ts";
