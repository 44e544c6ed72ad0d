import type { Notification } from "./toasts.tsx";

/** Shows a message for a moment. What draws it is read when there is one, so that no page has to wait for it. */
export function showToast(notification: Notification): void {
  void import("./toasts.tsx").then(({ addToast }) => addToast(notification));
}
