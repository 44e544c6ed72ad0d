import { lazy, type ReactNode, Suspense } from "react";
import { safeResourceUrl } from "@plugboard/components/session";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readPositive, readText, readUrl } from "../view/read-attribute.ts";

// What reads Markdown is large, and most components have none.
const FormattedText = lazy(async () => ({
  default: (await import("./formatted-text.tsx")).FormattedText,
}));

/** `markdown`: formatted text. Until what formats it is loaded, it is shown as it was written. */
export function MarkdownElement({ node }: ElementProps): ReactNode {
  const text = readText(node, "content") ?? "";
  return (
    <div className="plugboard-markdown">
      <Suspense fallback={text}>
        <FormattedText text={text} />
      </Suspense>
    </div>
  );
}

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
