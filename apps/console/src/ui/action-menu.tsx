import { Ellipsis } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { ActionMenuProps } from "./action-menu-view.tsx";
import { lazy } from "./lazy.ts";

// Menu code loads after the page.
const View = lazy(async () => ({ default: (await import("./action-menu-view.tsx")).ActionMenu }));

/** A button with three dots that opens a menu. */
export function ActionMenu(props: ActionMenuProps): ReactNode {
  return (
    <Suspense
      fallback={
        <span className="button" data-icon-only data-variant="quiet" data-small={props.small}>
          <Ellipsis aria-hidden size={16} />
        </span>
      }
    >
      <View {...props} />
    </Suspense>
  );
}
