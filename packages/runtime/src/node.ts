export { type IntegrationServer, serve, type ServeOptions } from "./node/serve.ts";
