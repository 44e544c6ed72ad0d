import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { keepFocus } from "./keep-focus.ts";
import { refuseDrops } from "./refuse-drops.ts";

/** The content of a toast. */
export interface Notification {
  readonly title: string;
  readonly description?: string | undefined;
  /** Undoes the action. */
  readonly onUndo?: (() => void) | undefined;
}

const manager = Toast.createToastManager();
const { promise: isMounted, resolve: noteMounted } = Promise.withResolvers<void>();

/** Shows a toast for a few seconds. Waits until the container is mounted, because the manager drops earlier toasts. */
export async function addToast({ title, description, onUndo }: Notification): Promise<void> {
  await isMounted;
  const id = manager.add({
    title,
    description,
    timeout: onUndo === undefined && description === undefined ? 4000 : 8000,
    ...(onUndo !== undefined && {
      actionProps: {
        children: "Undo",
        onClick: () => {
          manager.close(id);
          onUndo();
        },
      },
    }),
  });
}

/** The container for toasts. */
export function Toasts() {
  // Runs after the provider's effect, which subscribes to the manager.
  useEffect(() => noteMounted(), []);
  // Loaded here, because it isn't needed before something changes.
  useEffect(() => keepFocus(), []);
  useEffect(() => refuseDrops(), []);
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Content className="toast-content">
        <Toast.Title className="toast-title" />
        <Toast.Description className="hint" />
      </Toast.Content>
      {toast.actionProps !== undefined && <Toast.Action className="button" />}
      <Toast.Close className="button" data-icon-only data-variant="quiet" aria-label="Dismiss">
        <X aria-hidden size={14} />
      </Toast.Close>
    </Toast.Root>
  ));
}
