import { createContext, type ReactNode, use } from "react";
import type { UiNode } from "@plugboard/api";
import { isNode, safeLinkUrl } from "@plugboard/components/session";
import { ElementChildren, type ElementProps, ElementView, Problem } from "../view/element-view.tsx";
import { readChoice, readNodes, readText, readUrl } from "../view/read-attribute.ts";

/** True inside a line of text. */
const InlineContext: React.Context<boolean> = createContext(false);

/** Returns whether an element is inside a line of text. */
function useInline(): boolean {
  return use(InlineContext);
}

const textTags = { "": "span", bold: "strong", italic: "em", code: "code", strikethrough: "s" } as const;

/** `text`: a paragraph, or a span inside another text. */
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

/** `link`: opens a web page in a new tab. Unsafe URLs are shown as a problem. */
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

/** Renders an attribute with a remark: text, an element with text, or a list of both. */
export function Remark({ name, ...element }: ElementProps & { readonly name: string }): ReactNode {
  const text = readText(element.node, name);
  if (text !== undefined) return text;
  if (Array.isArray(element.node[name])) return <InlineChildren {...element} name={name} />;
  return (
    <InlineContext value={true}>
      <ElementChildren {...element} name={name} />
    </InlineContext>
  );
}

/** Returns whether an attribute contains a remark. */
export function hasRemark(node: UiNode, name: string): boolean {
  return readText(node, name) !== undefined || readNodes(node, name).length > 0 || Array.isArray(node[name]);
}

interface InlineChildrenProps extends ElementProps {
  readonly name?: string;
}

/** Renders strings and inline elements in order. */
function InlineChildren({ node, path, depth, name = "children" }: InlineChildrenProps): ReactNode {
  const children = node[name];
  if (!Array.isArray(children)) return undefined;
  return (
    <InlineContext value={true}>
      {children.map((child: unknown, index) => {
        if (typeof child === "string" || typeof child === "number") return child;
        if (!isNode(child)) return undefined;
        const childPath = `${path}.${name}[${index}]`;
        return <ElementView key={childPath} node={child} path={childPath} depth={depth + 1} />;
      })}
    </InlineContext>
  );
}
