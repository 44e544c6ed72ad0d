export type {
  ContentDeclarations,
  ContentIntegrationTypes,
} from "./integration/content-integration-types.ts";
export { createIntegration } from "./integration/create-integration.ts";
