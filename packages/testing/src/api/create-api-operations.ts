import type { PlatformState } from "../platform/platform-state.ts";
import type { ApiOperations, Deliver } from "./api-operation.ts";
import { contentOperations } from "./content-operations.ts";
import { deliveryOperations } from "./delivery-operations.ts";
import { installationOperations } from "./installation-operations.ts";
import { integrationOperations } from "./integration-operations.ts";
import { recoveryOperations } from "./recovery-operations.ts";
import { statisticsOperations } from "./statistics-operations.ts";
import { taskOperations } from "./task-operations.ts";
import { webhookEndpointOperations } from "./webhook-endpoint-operations.ts";
import { webhookSecretOperations } from "./webhook-secret-operations.ts";

/** The platform's whole API, over a state. */
export function createApiOperations(state: PlatformState, deliver: Deliver): ApiOperations {
  return {
    ...integrationOperations(state),
    ...installationOperations(state),
    ...webhookEndpointOperations(state, deliver),
    ...webhookSecretOperations(state),
    ...deliveryOperations(state, deliver),
    ...recoveryOperations(state, deliver),
    ...statisticsOperations(state),
    ...contentOperations(state),
    ...taskOperations(state),
  };
}
