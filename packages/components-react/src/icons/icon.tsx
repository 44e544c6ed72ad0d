import { createElement, type ReactNode } from "react";
import { safeResourceUrl } from "@plugboard/components/session";
import { iconShapes } from "./icon-shapes.ts";

/** The icon names that components can use for `icon`. Image URLs also work. */
export const iconNames: readonly string[] = Object.keys(iconShapes);

/** Renders an icon by name or image URL. Renders nothing for unknown names. */
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
