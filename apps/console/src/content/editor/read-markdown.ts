import { addPageRules, parseBlocks } from "@plugboard/content/markdown";
import type { JSONContent } from "@tiptap/core";
import MarkdownIt from "markdown-it";

// As on sites: HTML is text, and addresses become links.
const markdown = new MarkdownIt({ html: false, linkify: true });
addPageRules(markdown);

type Token = ReturnType<typeof markdown.parse>[number];

/** A token with those between its opening and its closing. */
interface Branch {
  readonly token: Token;
  readonly children: readonly Branch[];
}

/** A block at the top level of a page. */
export interface ReadBlock {
  /** The editor's nodes. `undefined` if the editor has none for it. */
  readonly nodes: readonly JSONContent[] | undefined;
  /** Its first line, from 0. */
  readonly from: number;
  /** The line after its last one. */
  readonly to: number;
}

/** Parses the top-level blocks of a page's Markdown with the parser of sites. */
export function readBlocks(text: string): readonly ReadBlock[] {
  const read = createReader(text);
  return toBranches(markdown.parse(text, {})).map((branch) => {
    const [from, to] = branch.token.map ?? [0, 0];
    return { nodes: read([branch]), from, to };
  });
}

function toBranches(tokens: readonly Token[]): readonly Branch[] {
  const open: { readonly token: Token; readonly children: Branch[] }[] = [];
  const top: Branch[] = [];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const branch = { token, children: [] };
    (open.at(-1)?.children ?? top).push(branch);
    if (token.nesting === 1) open.push(branch);
  }
  return top;
}

type Read = (branches: readonly Branch[]) => readonly JSONContent[] | undefined;

function createReader(text: string): Read {
  const blocks = new Map(parseBlocks(text).map((block) => [block.line, block]));
  const readAll: Read = (branches) => {
    const nodes: JSONContent[] = [];
    for (const branch of branches) {
      const read = readers[branch.token.type]?.(branch, readAll);
      if (read === undefined) return undefined;
      const block = branch.token.type === "fence" ? blocks.get(branch.token.map?.[0] ?? -1) : undefined;
      nodes.push(block === undefined ? read : toBlockNode(block));
    }
    return nodes;
  };
  return readAll;
}

function toBlockNode({ integration, component, props }: ReturnType<typeof parseBlocks>[number]): JSONContent {
  return { type: "integrationBlock", attrs: { integration, component, props } };
}

type BlockReader = (branch: Branch, readAll: Read) => JSONContent | undefined;

const paragraph: JSONContent = { type: "paragraph" };

/** The node of each block token. */
const readers: Readonly<Record<string, BlockReader>> = {
  paragraph_open: ({ children }) => textblock("paragraph", children),
  heading_open: ({ token, children }) =>
    textblock("heading", children, { level: Number(token.tag.slice(1)) }),
  blockquote_open: (branch, readAll) => container("blockquote", branch, readAll),
  hint_open: (branch, readAll) => container("hint", branch, readAll, { kind: branch.token.info }),
  bullet_list_open: readBulletList,
  ordered_list_open: (branch, readAll) => {
    const start = Number(branch.token.attrGet("start") ?? 1);
    if (branch.children.some(({ token }) => token.info !== "" && isTask(token))) return undefined;
    return container("orderedList", branch, readAll, start === 1 ? undefined : { start });
  },
  list_item_open: (branch, readAll) => withParagraph(container("listItem", branch, readAll)),
  hr: () => ({ type: "horizontalRule" }),
  fence: ({ token }) => codeBlock(token.content, token.info.trim()),
  code_block: ({ token }) => codeBlock(token.content, ""),
  formula: ({ token }) => ({ type: "formula", attrs: { text: token.content } }),
  embed: ({ token }) => ({ type: "embed", attrs: { href: token.content } }),
  expandable_open: readSection,
  tab_open: readSection,
  tabs_open: (branch, readAll) => container("tabs", branch, readAll),
  table_open: ({ children }) => ({ type: "table", content: children.flatMap(readRows) }),
};

function isTask({ info }: Token): boolean {
  return info === "done" || info === "to do";
}

function readBulletList(branch: Branch, readAll: Read): JSONContent | undefined {
  const tasks = branch.children.filter(({ token }) => isTask(token));
  if (tasks.length === 0) return container("bulletList", branch, readAll);
  if (tasks.length < branch.children.length) return undefined;
  const content: JSONContent[] = [];
  for (const item of branch.children) {
    const read = withParagraph(container("taskItem", item, readAll, { checked: item.token.info === "done" }));
    if (read === undefined) return undefined;
    content.push(read);
  }
  return { type: "taskList", content };
}

function container(
  type: string,
  { children }: Branch,
  readAll: Read,
  attrs?: JSONContent["attrs"],
): JSONContent | undefined {
  const content = readAll(children);
  if (content === undefined) return undefined;
  return { type, ...(attrs && { attrs }), content: content.length === 0 ? [paragraph] : [...content] };
}

/** List items start with a paragraph in the editor. */
function withParagraph(item: JSONContent | undefined): JSONContent | undefined {
  if (item === undefined || item.content?.[0]?.type === "paragraph") return item;
  return { ...item, content: [paragraph, ...(item.content ?? [])] };
}

function readSection({ token, children }: Branch, readAll: Read): JSONContent | undefined {
  const content = readAll(children);
  if (content === undefined) return undefined;
  const title = { type: "expandableTitle", ...(token.info !== "" && { content: [textNode(token.info)] }) };
  return { type: "expandable", content: [title, ...(content.length === 0 ? [paragraph] : content)] };
}

function codeBlock(text: string, language: string): JSONContent {
  const content = text.replace(/\n$/, "");
  return {
    type: "codeBlock",
    attrs: { language: language === "" ? null : language },
    ...(content !== "" && { content: [textNode(content)] }),
  };
}

function readRows({ children }: Branch): readonly JSONContent[] {
  return children.map((row) => ({
    type: "tableRow",
    content: row.children.map(({ token, children: content }) => {
      const [, align] = /text-align:(\w+)/.exec(String(token.attrGet("style"))) ?? [];
      return {
        type: token.tag === "th" ? "tableHeader" : "tableCell",
        ...(align !== undefined && { attrs: { align } }),
        content: [textblock("paragraph", content)],
      };
    }),
  }));
}

function textblock(type: string, children: readonly Branch[], attrs?: JSONContent["attrs"]): JSONContent {
  const content = readInline(children.flatMap(({ token }) => token.children ?? []));
  return { type, ...(attrs && { attrs }), ...(content.length > 0 && { content: [...content] }) };
}

type Mark = NonNullable<JSONContent["marks"]>[number];

const markOf: Readonly<Record<string, (token: Token) => Mark>> = {
  strong: () => ({ type: "bold" }),
  em: () => ({ type: "italic" }),
  s: () => ({ type: "strike" }),
  link: (token) => {
    const title = token.attrGet("title");
    return {
      type: "link",
      attrs: { href: token.attrGet("href") ?? "", ...(title !== null && { title }) },
    };
  },
};

function readInline(tokens: readonly Token[]): readonly JSONContent[] {
  const nodes: JSONContent[] = [];
  const open: Mark[] = [];
  const add = (node: JSONContent, extra: readonly Mark[] = []): void => {
    const marks = sortMarks([...open, ...extra]);
    const marked = marks.length === 0 ? node : { ...node, marks: [...marks] };
    const before = nodes.at(-1);
    const isSame = JSON.stringify(before?.marks) === JSON.stringify(marked.marks);
    if (node.type === "text" && before?.type === "text" && isSame)
      nodes[nodes.length - 1] = { ...before, text: `${before.text}${node.text}` };
    else nodes.push(marked);
  };
  for (const token of tokens) {
    const [, name = ""] = /^(\w+)_(?:open|close)$/.exec(token.type) ?? [];
    const mark = markOf[name];
    if (mark !== undefined && token.nesting === 1) open.push(mark(token));
    else if (mark !== undefined)
      open.splice(
        open.findLastIndex(({ type }) => type === mark(token).type),
        1,
      );
    else if (token.type === "softbreak") add(textNode("\n"));
    else if (token.type === "hardbreak") add({ type: "hardBreak" });
    else if (token.type === "code_inline") add(textNode(token.content), [{ type: "code" }]);
    else if (token.type === "image") add(imageNode(token));
    else if (token.content !== "") add(textNode(token.content));
  }
  return nodes;
}

const markOrder = ["link", "bold", "italic", "strike", "code"];

/** Sorts marks from the outermost to the innermost, and removes repeated ones. */
export function sortMarks(marks: readonly Mark[]): readonly Mark[] {
  return markOrder.flatMap((name) => marks.find(({ type }) => type === name) ?? []);
}

function imageNode(token: Token): JSONContent {
  const title = token.attrGet("title");
  const alt = (token.children ?? []).map(({ content }) => content).join("");
  return { type: "image", attrs: { src: token.attrGet("src"), alt, ...(title !== null && { title }) } };
}

function textNode(text: string): JSONContent {
  return { type: "text", text };
}
