export {
  type ApiMethods,
  createServerClient,
  type MethodInput,
  type MethodOptions,
  type ServerClient,
} from "./client/server-client.ts";
