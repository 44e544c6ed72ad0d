import type { ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { safeLinkUrl, safeResourceUrl } from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";

const components: Components = {
  a: ({ href, children }) => (
    <a className="plugboard-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // Task list checkboxes are read-only, so screen readers get text.
  input: ({ checked }) => (
    <span className="plugboard-task">
      <Icon name={checked === true ? "success" : "circle"} />
      <span className="plugboard-visually-hidden">{checked === true ? "Done:" : "To do:"}</span>
    </span>
  ),
  img: ({ src, alt }) => <img src={src} alt={alt ?? ""} loading="lazy" referrerPolicy="no-referrer" />,
};

/** Renders Markdown. Shows HTML as text and omits unsafe URLs. */
export function FormattedText({ text }: { readonly text: string }): ReactNode {
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      components={components}
      urlTransform={(url, key) => (key === "href" ? safeLinkUrl(url) : safeResourceUrl(url))}
    >
      {text}
    </Markdown>
  );
}
