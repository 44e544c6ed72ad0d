import { type ReactNode, useMemo } from "react";
import type { UiNode } from "@plugboard/api";
import { walkTree } from "@plugboard/components/session";
import { ElementView } from "./element-view.tsx";
import { Problem } from "./problem.tsx";

const maxElements = 20_000;

/** A whole tree. One that is too large for a page is refused before any of it is rendered. */
export function TreeView({ root }: { readonly root: UiNode }): ReactNode {
  const tooLarge = useMemo(() => hasMoreElements(root, maxElements), [root]);
  if (tooLarge) {
    return <Problem path={root.type} message={`The component has more than ${maxElements} elements:`} />;
  }
  return <ElementView node={root} path={root.type} depth={0} />;
}

/** Whether a tree has more elements than `limit`; stops counting there. */
function hasMoreElements(root: UiNode, limit: number): boolean {
  const elements = walkTree(root);
  for (let count = 0; count <= limit; count += 1) {
    if (elements.next().done === true) return false;
  }
  return true;
}
