import { createElement, type ReactNode } from "react";
import { safeResourceUrl } from "@plugboard/components/session";
import { iconShapes } from "./icon-shapes.ts";

/** Names a component can give where an `icon` is expected; the URL of an image works too. */
export const iconNames: readonly string[] = Object.keys(iconShapes);

/** A picture beside a label: an icon's name or the URL of an image. A name that is not known shows nothing. */
export function Icon({ name }: { name: string }): ReactNode {
  const url = safeResourceUrl(name);
  if (url !== undefined) {
    return <img className="plugboard-icon" src={url} alt="" referrerPolicy="no-referrer" />;
  }
  if (!Object.hasOwn(iconShapes, name)) return undefined;
  return (
    <svg
      className="plugboard-icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {iconShapes[name]?.map(([tag, attributes], key) => createElement(tag, { key, ...attributes }))}
    </svg>
  );
}
