export { type CompatContext, createContext } from "./runtime/context.ts";
export {
  type CompatComponent,
  type CompatComponentDefinition,
  type CompatRenderEvent,
  createComponent,
} from "./runtime/create-component.ts";
export { createContentSource } from "./runtime/create-content-source.ts";
export { type CompatIntegrationDefinition, createIntegration } from "./runtime/create-integration.ts";
export { type CompatEnvironment } from "./runtime/environment.ts";
export { ExposableError } from "./runtime/errors.ts";
export { Logger } from "./runtime/logger.ts";
export {
  type CompatOAuthConfig,
  createOAuthHandler,
  defaultOAuthExtractCredentials,
  getOAuthToken,
} from "./runtime/oauth.ts";
