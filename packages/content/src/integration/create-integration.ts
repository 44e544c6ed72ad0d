import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import {
  createIntegration as createAnyIntegration,
  type Integration,
  type IntegrationDefinition,
} from "@plugboard/runtime";
import type { ContentIntegrationTypes } from "./content-integration-types.ts";

/**
 * Creates an integration for the documentation product: `createIntegration` of `@plugboard/runtime`, with the types of
 * the product's events and requests, and of the spaces and sites in the environment.
 *
 * @example
 * ```ts
 * import { createIntegration } from "@plugboard/content/integration";
 *
 * export default createIntegration({
 *   events: {
 *     space_content_updated: (_event, { environment, log }) =>
 *       log.info("changed", { space: environment.spaceInstallation?.space }),
 *   },
 * });
 * ```
 */
export const createIntegration: <Types extends IntegrationTypes = DefaultIntegrationTypes>(
  definition: IntegrationDefinition<ContentIntegrationTypes<Types>>,
) => Integration = createAnyIntegration;
