export { type AnyRequest, type CallOperation, fillPath, listFields } from "./client/api-client.ts";
export {
  type ApiMethods,
  createLocalClient,
  createServerClient,
  type MethodInput,
  type MethodOptions,
  type ProductMethods,
  type ServerClient,
} from "./client/server-client.ts";
