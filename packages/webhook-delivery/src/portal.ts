export {
  createPortalHandler,
  type PortalAccess,
  type PortalHandler,
  type PortalHandlerOptions,
} from "./portal/create-portal-handler.ts";
