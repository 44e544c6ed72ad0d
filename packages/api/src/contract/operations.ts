import { adaptiveContentOperations, adaptiveContentSchemas } from "./adaptive-content.ts";
import { apiKeyOperations, apiKeySchemas } from "./api-keys.ts";
import { auditOperations, auditSchemas } from "./audit.ts";
import { changeOperations, changeSchemas } from "./changes.ts";
import { componentOperations, componentSchemas } from "./components.ts";
import { contentOperations, contentSchemas } from "./content.ts";
import { contentEditingOperations, contentEditingSchemas } from "./content-editing.ts";
import { customEventOperations, customEventSchemas } from "./custom-events.ts";
import { customEventTypeOperations, customEventTypeSchemas } from "./custom-event-types.ts";
import { deliveryOperations, deliverySchemas } from "./deliveries.ts";
import { deliverySearchOperations, deliverySearchSchemas } from "./delivery-search.ts";
import { endpointFilterSchemas } from "./endpoint-filter.ts";
import { endpointPollOperations, endpointPollSchemas } from "./endpoint-polls.ts";
import { endpointSchemas } from "./endpoint-resource.ts";
import { eventOperations, eventSchemas } from "./events.ts";
import { eventTypeOperations, eventTypeSchemas } from "./event-types.ts";
import { eventRecipientOperations, eventRecipientSchemas } from "./event-recipients.ts";
import { gitSyncOperations, gitSyncSchemas } from "./git-sync.ts";
import { installationOperations, installationSchemas } from "./installations.ts";
import { integrationEndpointOperations, integrationEndpointSchemas } from "./integration-endpoints.ts";
import { integrationOperations, integrationSchemas } from "./integrations.ts";
import { deliveryViewOperations, deliveryViewSchemas } from "./delivery-views.ts";
import { pageDraftOperations, pageDraftSchemas } from "./page-drafts.ts";
import { pageBlockOperations, pageBlockSchemas } from "./page-blocks.ts";
import { logOperations, logSchemas } from "./logs.ts";
import { publishingOperations, publishingSchemas } from "./publishing.ts";
import { organizationOperations, organizationSchemas } from "./organizations.ts";
import { revisionOperations, revisionSchemas } from "./revisions.ts";
import { sampleEventOperations, sampleEventSchemas } from "./sample-events.ts";
import { settingOperations, settingSchemas } from "./settings.ts";
import { scriptGrantOperations, scriptGrantSchemas } from "./script-grants.ts";
import { siteAccessOperations, siteAccessSchemas } from "./site-access.ts";
import { siteDataOperations, siteDataSchemas } from "./site-data.ts";
import { sitePresentationOperations, sitePresentationSchemas } from "./site-presentation.ts";
import { taskOperations, taskSchemas } from "./tasks.ts";
import { portalOperations, portalSchemas } from "./portal.ts";
import { tokenKeyOperations, tokenKeySchemas } from "./token-keys.ts";
import { tenancyOperations, tenancySchemas } from "./tenancy.ts";
import { visibilityOperations, visibilitySchemas } from "./visibility.ts";
import { webhookEndpointOperations, webhookEndpointSchemas } from "./webhook-endpoints.ts";

/** Every operation of a platform's HTTP API, by its id. */
export const operations = {
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
  ...tokenKeyOperations,
  ...settingOperations,
};

/** The schemas of requests and responses that have a name of their own. */
export const namedSchemas = {
  ...tenancySchemas,
  ...visibilitySchemas,
  ...organizationSchemas,
  ...apiKeySchemas,
  ...auditSchemas,
  ...contentSchemas,
  ...contentEditingSchemas,
  ...revisionSchemas,
  ...pageDraftSchemas,
  ...deliveryViewSchemas,
  ...pageBlockSchemas,
  ...gitSyncSchemas,
  ...siteDataSchemas,
  ...sitePresentationSchemas,
  ...integrationSchemas,
  ...publishingSchemas,
  ...logSchemas,
  ...installationSchemas,
  ...componentSchemas,
  ...portalSchemas,
  ...webhookEndpointSchemas,
  ...endpointPollSchemas,
  ...endpointSchemas,
  ...endpointFilterSchemas,
  ...integrationEndpointSchemas,
  ...eventSchemas,
  ...deliverySchemas,
  ...eventRecipientSchemas,
  ...eventTypeSchemas,
  ...customEventTypeSchemas,
  ...customEventSchemas,
  ...sampleEventSchemas,
  ...deliverySearchSchemas,
  ...changeSchemas,
  ...siteAccessSchemas,
  ...adaptiveContentSchemas,
  ...scriptGrantSchemas,
  ...taskSchemas,
  ...tokenKeySchemas,
  ...settingSchemas,
};
