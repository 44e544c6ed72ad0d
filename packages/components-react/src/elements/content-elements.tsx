import type { ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { safeLinkUrl, safeResourceUrl } from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readPositive, readText, readUrl } from "../view/read-attribute.ts";

const components: Components = {
  a: ({ href, children }) => (
    <a className="plugboard-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // The box of a task list can't be ticked here, so screen readers get it as text.
  input: ({ checked }) => (
    <span className="plugboard-task">
      <Icon name={checked === true ? "success" : "circle"} />
      <span className="plugboard-visually-hidden">{checked === true ? "Done:" : "To do:"}</span>
    </span>
  ),
  img: ({ src, alt }) => <img src={src} alt={alt ?? ""} loading="lazy" referrerPolicy="no-referrer" />,
};

/** `markdown`: formatted text. HTML in it is shown as text, and an address that is not safe is left out. */
export function MarkdownElement({ node }: ElementProps): ReactNode {
  return (
    <div className="plugboard-markdown">
      <Markdown
        remarkPlugins={[remarkGfm]}
        components={components}
        urlTransform={(url, key) => (key === "href" ? safeLinkUrl(url) : safeResourceUrl(url))}
      >
        {readText(node, "content") ?? ""}
      </Markdown>
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
