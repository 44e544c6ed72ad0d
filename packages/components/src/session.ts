export {
  type ComponentEvent,
  type ComponentSession,
  type ComponentSessionOptions,
  createComponentSession,
  type SessionHost,
} from "./session/component-session.ts";
export type { OpenModal, SessionFailure, SessionRequest, SessionState } from "./session/session-state.ts";
export type { QueuedWork } from "./session/session-work.ts";
export { readWebframeMessage, type WebframeMessage, type WebframeSize } from "./session/webframe-message.ts";
export { type FormControl, readControl } from "./tree/control.ts";
export { isAction, isJsonObject, isNode, walkTree } from "./tree/node.ts";
export { resolveBinding, resolveBindings } from "./tree/resolve-bindings.ts";
export { safeLinkUrl, safeResourceUrl } from "./tree/safe-url.ts";
