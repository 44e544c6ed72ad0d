import { createElement, type ReactNode } from "react";
import { safeResourceUrl } from "@plugboard/components/session";
import { findIcon } from "./icon-table.ts";

/** A picture beside a label: an icon's name or the URL of an image. A name that is not known shows nothing. */
export function Icon({ name }: { name: string }): ReactNode {
  const url = safeResourceUrl(name);
  if (url !== undefined) {
    return <img className="plugboard-icon" src={url} alt="" referrerPolicy="no-referrer" />;
  }
  const picture = findIcon(name);
  return picture && createElement(picture, { className: "plugboard-icon", "aria-hidden": true });
}
