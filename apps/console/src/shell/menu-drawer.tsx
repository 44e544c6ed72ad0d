import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";

interface MenuDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The navigation as a drawer, for narrow windows. Open while mounted. */
export function MenuDrawer({ onClose, children }: MenuDrawerProps): ReactNode {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="plugboard-backdrop" />
        <Dialog.Popup className="rail drawer" aria-label="Menu">
          <Dialog.Close
            className="button drawer-close"
            data-icon-only
            data-variant="quiet"
            aria-label="Close"
          >
            <X aria-hidden size={16} />
          </Dialog.Close>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
