import { type ReactNode, useMemo } from "react";
import type { UiNode } from "@plugboard/api";
import { hasMoreNodesThan } from "../tree/walk-tree.ts";
import { ElementView } from "./element-view.tsx";
import { Problem } from "./problem.tsx";

const maximumElements = 20_000;

/** A whole tree. One that is too large for a page is refused before any of it is rendered. */
export function TreeView({ root }: { readonly root: UiNode }): ReactNode {
  const tooLarge = useMemo(() => hasMoreNodesThan(root, maximumElements), [root]);
  if (tooLarge) {
    return <Problem path={root.type} message={`The component has more than ${maximumElements} elements:`} />;
  }
  return <ElementView node={root} path={root.type} depth={0} />;
}
