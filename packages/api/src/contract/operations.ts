import type { Operation } from "./operation.ts";
import type { OperationTypes } from "./types.ts";
import { adaptiveContentOperations } from "./adaptive-content.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { auditOperations } from "./audit.ts";
import { changeOperations } from "./changes.ts";
import { componentOperations } from "./components.ts";
import { contentOperations } from "./content.ts";
import { contentEditingOperations } from "./content-editing.ts";
import { customEventOperations } from "./custom-events.ts";
import { customEventTypeOperations } from "./custom-event-types.ts";
import { deliveryOperations } from "./deliveries.ts";
import { deliverySearchOperations } from "./delivery-search.ts";
import { endpointPollOperations } from "./endpoint-polls.ts";
import { eventOperations } from "./events.ts";
import { eventTypeOperations } from "./event-types.ts";
import { eventRecipientOperations } from "./event-recipients.ts";
import { gitSyncOperations } from "./git-sync.ts";
import { installationOperations } from "./installations.ts";
import { integrationEndpointOperations } from "./integration-endpoints.ts";
import { integrationOperations } from "./integrations.ts";
import { deliveryViewOperations } from "./delivery-views.ts";
import { pageDraftOperations } from "./page-drafts.ts";
import { pageBlockOperations } from "./page-blocks.ts";
import { logOperations } from "./logs.ts";
import { publishingOperations } from "./publishing.ts";
import { organizationOperations } from "./organizations.ts";
import { revisionOperations } from "./revisions.ts";
import { sampleEventOperations } from "./sample-events.ts";
import { settingOperations } from "./settings.ts";
import { scriptGrantOperations } from "./script-grants.ts";
import { siteAccessOperations } from "./site-access.ts";
import { siteDataOperations } from "./site-data.ts";
import { sitePresentationOperations } from "./site-presentation.ts";
import { scheduleOperations } from "./schedules.ts";
import { storageOperations } from "./storage.ts";
import { taskOperations } from "./tasks.ts";
import { portalOperations } from "./portal.ts";
import { tokenKeyOperations } from "./token-keys.ts";
import { tenancyOperations } from "./tenancy.ts";
import { visibilityOperations } from "./visibility.ts";
import { webhookEndpointOperations } from "./webhook-endpoints.ts";

/** The declarations of all operations, with the types inferred from their schemas. */
export const declaredOperations = {
  ...tenancyOperations,
  ...visibilityOperations,
  ...organizationOperations,
  ...apiKeyOperations,
  ...auditOperations,
  ...contentOperations,
  ...contentEditingOperations,
  ...revisionOperations,
  ...pageDraftOperations,
  ...deliveryViewOperations,
  ...pageBlockOperations,
  ...gitSyncOperations,
  ...siteDataOperations,
  ...sitePresentationOperations,
  ...integrationOperations,
  ...publishingOperations,
  ...logOperations,
  ...installationOperations,
  ...componentOperations,
  ...portalOperations,
  ...webhookEndpointOperations,
  ...endpointPollOperations,
  ...integrationEndpointOperations,
  ...eventOperations,
  ...deliveryOperations,
  ...eventRecipientOperations,
  ...eventTypeOperations,
  ...customEventTypeOperations,
  ...customEventOperations,
  ...sampleEventOperations,
  ...deliverySearchOperations,
  ...changeOperations,
  ...siteAccessOperations,
  ...adaptiveContentOperations,
  ...scriptGrantOperations,
  ...taskOperations,
  ...storageOperations,
  ...scheduleOperations,
  ...tokenKeyOperations,
  ...settingOperations,
};

/** An operation with the types that `@plugboard/api/client` documents. */
export type ContractOperation<Id extends keyof OperationTypes> = Operation<
  OperationTypes[Id]["path"],
  OperationTypes[Id]["query"],
  OperationTypes[Id]["body"],
  OperationTypes[Id]["response"],
  OperationTypes[Id]["idempotent"],
  OperationTypes[Id]["version"],
  OperationTypes[Id]["creates"]
> & { readonly id: Id };

/** Every operation of a platform's HTTP API, by its id. */
export const operations: {
  readonly [Id in keyof typeof declaredOperations]: ContractOperation<Id>;
} = declaredOperations;
