import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** A part of the markup that can't be shown, in its place. */
export function Problem({ path, message }: { path: string; message: string }): ReactNode {
  return (
    <span className="plugboard-problem">
      <Icon name="warning" />
      <span>
        {message} <code>{path}</code>
      </span>
    </span>
  );
}
