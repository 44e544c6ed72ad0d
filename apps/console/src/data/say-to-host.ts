import type { PortalMessage } from "@plugboard/components-react/portal";

/** Posts a message to the parent page, if any. Messages contain no secrets. */
export function say(message: PortalMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, "*");
}
