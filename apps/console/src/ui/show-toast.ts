import type { Notification } from "./toasts.tsx";

/** Shows a toast. The toast code loads with the first one. */
export function showToast(notification: Notification): void {
  void import("./toasts.tsx").then(({ addToast }) => void addToast(notification));
}
