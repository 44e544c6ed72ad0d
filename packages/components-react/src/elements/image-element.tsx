import type { ReactNode } from "react";
import { safeResourceUrl } from "@plugboard/components/session";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readPositive, readUrl } from "../view/read-attribute.ts";

/** `image`: a picture. It has no text of its own, so screen readers pass over it. */
export function ImageElement({ node, path }: ElementProps): ReactNode {
  const url = safeResourceUrl(readUrl(node, "source"));
  if (url === undefined)
    return <Problem path={`${path}.source.url`} message="This image has no safe address:" />;
  const aspectRatio = readPositive(node, "aspectRatio");
  return (
    <img
      className="plugboard-image"
      src={url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      style={{ aspectRatio }}
    />
  );
}
