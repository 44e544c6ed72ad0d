import { lazy, type ReactNode, Suspense } from "react";
import { safeResourceUrl } from "@plugboard/components/session";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readPositive, readText, readUrl } from "../view/read-attribute.ts";

// Loaded lazily: the Markdown parser is large and rarely needed.
const FormattedText = lazy(async () => ({
  default: (await import("./formatted-text.tsx")).FormattedText,
}));

/** `markdown`: formatted text. Shows the source until the parser is loaded. */
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

/** `image`: a decorative image without alternative text. */
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
