import type { ReactNode } from "react";
import { isNode, safeLinkUrl } from "@plugboard/components/session";
import { readChoice, readUrl } from "../tree/read-attribute.ts";
import { type ElementProps, ElementView } from "../view/element-view.tsx";
import { InlineContext, useInline } from "./inline-context.ts";
import { Problem } from "../view/problem.tsx";

const textTags = { "": "span", bold: "strong", italic: "em", code: "code", strikethrough: "s" } as const;

/** `text`: a paragraph of its own, or inside another text a part of it. */
export function TextElement(element: ElementProps): ReactNode {
  const inline = useInline();
  const Tag = textTags[readChoice(element.node, "style", ["", "bold", "italic", "code", "strikethrough"])];
  const text = (
    <Tag className="plugboard-text">
      <InlineChildren {...element} />
    </Tag>
  );
  return inline ? text : <p className="plugboard-paragraph">{text}</p>;
}

/** `hint`: a short remark. */
export function HintElement(element: ElementProps): ReactNode {
  const Tag = useInline() ? "span" : "p";
  return (
    <Tag className="plugboard-hint">
      <InlineChildren {...element} />
    </Tag>
  );
}

/** `link`: leads to a web page, in a new tab. An address that is not safe is shown as a problem. */
export function LinkElement(element: ElementProps): ReactNode {
  const url = safeLinkUrl(readUrl(element.node, "target"));
  if (url === undefined)
    return <Problem path={`${element.path}.target.url`} message="This link is not safe:" />;
  return (
    <a className="plugboard-link" href={url} target="_blank" rel="noopener noreferrer nofollow">
      <InlineChildren {...element} />
    </a>
  );
}

/** Strings and inline elements, in the order they stand in. */
function InlineChildren({ node, path, depth }: ElementProps): ReactNode {
  const { children } = node;
  if (!Array.isArray(children)) return undefined;
  return (
    <InlineContext value={true}>
      {children.map((child: unknown, index) => {
        if (typeof child === "string" || typeof child === "number") return child;
        if (!isNode(child)) return undefined;
        const childPath = `${path}.children[${index}]`;
        return <ElementView key={childPath} node={child} path={childPath} depth={depth + 1} />;
      })}
    </InlineContext>
  );
}
