import { Ellipsis } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { ActionMenuProps } from "./action-menu-view.tsx";

// What makes menus comes after the page that has them.
const View = lazy(async () => ({ default: (await import("./action-menu-view.tsx")).ActionMenu }));

/** A button with three dots, and the actions behind it. */
export function ActionMenu(props: ActionMenuProps): ReactNode {
  return (
    <Suspense
      fallback={
        <span className="button" data-icon-only data-look="quiet" data-small={props.small}>
          <Ellipsis aria-hidden size={16} />
        </span>
      }
    >
      <View {...props} />
    </Suspense>
  );
}
