import {
  type HintKind,
  hintKinds,
  printBlock,
  printCodeBlock,
  printEmbed,
  printExpandable,
  printFormula,
  printHintKind,
  printTabs,
} from "@plugboard/content/markdown";
import type { JSONContent } from "@tiptap/core";
import { propsOf } from "./integration-block.ts";
import { sortMarks } from "./read-markdown.ts";

/** Serializes an editor document, or a part of one, to Markdown. */
export function writeMarkdown({ content = [] }: JSONContent): string {
  return writeBlocks(content);
}

function writeBlocks(nodes: readonly JSONContent[]): string {
  return writeAll(nodes)
    .map(({ text }) => text)
    .join("\n\n");
}

interface Written {
  readonly type: string;
  readonly text: string;
}

function writeAll(nodes: readonly JSONContent[]): readonly Written[] {
  const written: Written[] = [];
  let lists = 0;
  for (const node of nodes) {
    const { type = "" } = node;
    // Two lists in a row need different markers, or they would be one.
    const isNext = listTypes.has(type) && kindOfList(written.at(-1)?.type) === kindOfList(type);
    lists = isNext ? lists + 1 : 0;
    const text = (writers[type] ?? writeOther)(node, lists % 2 === 1);
    // Markdown has no empty paragraphs.
    if (text !== "" || type !== "paragraph") written.push({ type, text });
  }
  return written;
}

/** Prints a copied part of a block. */
function writeOther(node: JSONContent): string {
  const { content = [] } = node;
  if (inlineTypes.has(node.type ?? "")) return writeInline([node]);
  return inlineTypes.has(content[0]?.type ?? "") ? writeInline(content) : writeBlocks(content);
}

const inlineTypes: ReadonlySet<string> = new Set(["text", "hardBreak", "image"]);
const listTypes: ReadonlySet<string> = new Set(["bulletList", "taskList", "orderedList"]);

function kindOfList(type: string | undefined): string | undefined {
  return type === "taskList" ? "bulletList" : type;
}

type Writer = (node: JSONContent, isAlternate: boolean) => string;

/** Prints each type of block. */
const writers: Readonly<Record<string, Writer>> = {
  paragraph: ({ content = [] }) => escapeStarts(writeInline(content)),
  heading: ({ attrs, content = [] }) => {
    const text = writeInline(content)
      .replaceAll(/\s*\n\s*/g, " ")
      .replace(/(#+)$/, "\\$1");
    return `${"#".repeat(Number(attrs?.["level"] ?? 1))} ${text}`.trimEnd();
  },
  blockquote: ({ content = [] }) => quote(writeBlocks(content)),
  hint: ({ attrs, content = [] }) => {
    const kind = hintKinds.find((each): each is HintKind => each === attrs?.["kind"]) ?? "note";
    const text = writeBlocks(content);
    return quote(text === "" ? printHintKind(kind) : `${printHintKind(kind)}\n${text}`);
  },
  bulletList: ({ content = [] }, isAlternate) =>
    content.map((item) => writeItem(isAlternate ? "* " : "- ", item)).join("\n"),
  taskList: ({ content = [] }, isAlternate) =>
    content
      .map((item) =>
        writeItem(isAlternate ? "* " : "- ", item, item.attrs?.["checked"] === true ? "[x] " : "[ ] "),
      )
      .join("\n"),
  orderedList: ({ attrs, content = [] }, isAlternate) => {
    const start = Number(attrs?.["start"] ?? 1);
    return content
      .map((item, index) => writeItem(`${start + index}${isAlternate ? ")" : "."} `, item))
      .join("\n");
  },
  horizontalRule: () => "---",
  codeBlock: ({ attrs, content = [] }) => {
    const info = typeof attrs?.["language"] === "string" ? attrs["language"] : "";
    return printCodeBlock(info.replaceAll(/[`\n]/g, ""), textOf(content));
  },
  source: ({ content = [] }) => textOf(content),
  embed: ({ attrs }) => printEmbed(stringOf(attrs?.["href"])),
  formula: ({ attrs }) => printFormula(String(attrs?.["text"] ?? "")),
  integrationBlock: ({ attrs = {} }) =>
    printBlock({
      integration: String(attrs["integration"]),
      component: String(attrs["component"]),
      props: propsOf(attrs),
    }),
  expandable: ({ content = [] }) => {
    const [title, ...blocks] = content;
    return printExpandable(textOf(title?.content ?? []), writeBlocks(blocks));
  },
  tabs: ({ content = [] }) => printTabs(content.map((tab) => writeBlocks([tab]))),
  table: writeTable,
};

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function writeItem(marker: string, { content = [] }: JSONContent, prefix = ""): string {
  const [first, ...rest] = writeAll(content);
  let text = prefix + (first?.text ?? "");
  let before = first;
  for (const next of rest) {
    text += `${isTight(before, next) ? "\n" : "\n\n"}${next.text}`;
    before = next;
  }
  const [line = "", ...lines] = text.split("\n");
  const indent = " ".repeat(marker.length);
  return [`${marker}${line}`.trimEnd(), ...lines.map((each) => (each === "" ? "" : indent + each))].join(
    "\n",
  );
}

/** Returns whether a block in a list item can follow another one without an empty line. */
function isTight(before: Written | undefined, next: Written): boolean {
  if (before?.type !== "paragraph") return false;
  // Other numbers can't interrupt a paragraph.
  return next.type === "orderedList" ? next.text.startsWith("1. ") : tightTypes.has(next.type);
}

const tightTypes: ReadonlySet<string> = new Set([
  "bulletList",
  "taskList",
  "codeBlock",
  "blockquote",
  "hint",
]);

function writeTable({ content = [] }: JSONContent): string {
  const rows = content.map(({ content: cells = [] }) => cells);
  const columns = Math.max(1, ...rows.map(({ length }) => length));
  const hasHeader = rows[0]?.some(({ type }) => type === "tableHeader") === true;
  const [header = [], ...body] = hasHeader ? rows : [[], ...rows];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const write = (cells: readonly JSONContent[]): string =>
    line(Array.from({ length: columns }, (_, index) => writeCell(cells[index])));
  const rule = Array.from({ length: columns }, (_, index) => {
    const align: unknown = rows.find((cells) => cells[index]?.attrs?.["align"])?.[index]?.attrs?.["align"];
    return `${align === "left" || align === "center" ? ":" : ""}---${align === "right" || align === "center" ? ":" : ""}`;
  });
  return [write(header), line(rule), ...body.map(write)].join("\n");
}

function writeCell(cell: JSONContent | undefined): string {
  return (cell?.content ?? [])
    .map(({ content = [] }) => writeInline(content, "<br>"))
    .join("<br>")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}

function textOf(content: readonly JSONContent[]): string {
  return content.map(({ text = "", content: inner = [] }) => text + textOf(inner)).join("");
}

const delimiters: Readonly<Record<string, string>> = { bold: "**", italic: "*", strike: "~~" };

type Mark = ReturnType<typeof sortMarks>[number];

function writeInline(content: readonly JSONContent[], lineBreak = "  \n"): string {
  let text = "";
  let open: readonly Mark[] = [];
  const close = (count: number): void => {
    for (const mark of open.slice(count).toReversed()) text += closing(mark);
    open = open.slice(0, count);
  };
  const nodes = trimMarks(content);
  for (const [index, node] of nodes.entries()) {
    const marks = sortMarks(node.marks ?? []);
    const code = marks.some(({ type }) => type === "code");
    const shown = marks.filter(({ type }) => type !== "code");
    let same = 0;
    while (same < open.length && isSameMark(open[same], shown[same])) same += 1;
    close(same);
    if (isAutolink(node, shown, nodes[index - 1], nodes[index + 1])) {
      text += `<${node.text}>`;
      continue;
    }
    for (const mark of shown.slice(same)) {
      // Otherwise a link would become an image.
      if (mark.type === "link" && text.endsWith("!")) text = `${text.slice(0, -1)}\\!`;
      text += delimiters[mark.type] ?? "[";
    }
    open = shown;
    if (node.type === "hardBreak") text += lineBreak;
    else if (node.type === "image") text += writeImage(node);
    else if (code) text += writeCode(node.text ?? "");
    else text += lineBreak === "<br>" ? escapeBreaks(escape(node.text ?? "")) : escape(node.text ?? "");
  }
  close(0);
  return text.replace(/^\s+/, "").replace(/(?<!\\)\s+$/, "");
}

/** Moves the spaces at the ends of marked text out of it, where the marks would otherwise be text. */
function trimMarks(content: readonly JSONContent[]): readonly JSONContent[] {
  const nodes = content.flatMap((node) => {
    if (node.type !== "text" || node.marks?.some(({ type }) => type === "code") === true) return [node];
    const [, start = "", middle = "", end = ""] = /^(\s*)(.*?)(\s*)$/s.exec(node.text ?? "") ?? [];
    return [start, middle, end].filter((part) => part !== "").map((part) => ({ ...node, text: part }));
  });
  const isSpace = ({ type, text = "" }: JSONContent): boolean =>
    type === "hardBreak" || (type === "text" && text.trim() === "");
  return nodes.map((node, index) => {
    if (!isSpace(node) || node.marks === undefined) return node;
    const before = nodes.slice(0, index).findLast((each) => !isSpace(each));
    const after = nodes.slice(index + 1).find((each) => !isSpace(each));
    const has = (other: JSONContent | undefined, mark: Mark): boolean =>
      other?.marks?.some((each) => isSameMark(each, mark)) === true;
    return { ...node, marks: node.marks.filter((mark) => has(before, mark) && has(after, mark)) };
  });
}

function isSameMark(one: Mark | undefined, other: Mark | undefined): boolean {
  return one?.type === other?.type && one?.attrs?.["href"] === other?.attrs?.["href"];
}

function closing({ type, attrs = {} }: Mark): string {
  if (type !== "link") return delimiters[type] ?? "";
  return `](${writeTarget(attrs["href"], attrs["title"])})`;
}

/** Returns whether the only text of a link is its address. */
function isAutolink(
  { type, text = "" }: JSONContent,
  marks: readonly Mark[],
  ...neighbors: readonly (JSONContent | undefined)[]
): boolean {
  const [link] = marks;
  return (
    type === "text" &&
    marks.length === 1 &&
    link?.type === "link" &&
    link.attrs?.["href"] === text &&
    (link.attrs["title"] ?? null) === null &&
    /^(?:https?|mailto):[^\s<>\\]+$/.test(text) &&
    !neighbors.some((each) => each?.marks?.some((mark) => isSameMark(mark, link)))
  );
}

function writeImage({ attrs = {} }: JSONContent): string {
  const alt = stringOf(attrs["alt"]).replaceAll(/\s*\n\s*/g, " ");
  return `![${escape(alt)}](${writeTarget(attrs["src"], attrs["title"])})`;
}

function writeTarget(href: unknown, title: unknown): string {
  const address = stringOf(href).replaceAll(/\s*\n\s*/g, " ");
  const target =
    /[\s()<>]/.test(address) || address === ""
      ? `<${address.replaceAll(/[<>]/g, encodeURIComponent)}>`
      : address;
  const text = stringOf(title)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/[\\"]/g, "\\$&");
  return text === "" ? target : `${target} "${text}"`;
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function writeCode(text: string): string {
  const code = text.replaceAll("\n", " ");
  const longest = (code.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  const mark = "`".repeat(longest + 1);
  const needsSpace = /^`|`$/.test(code) || /^ .* $/.test(code);
  return needsSpace ? `${mark} ${code} ${mark}` : mark + code + mark;
}

/** Escapes everything in a text that Markdown would take for formatting. */
function escape(text: string): string {
  return text
    .replaceAll(/[\\`*[\]~]/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll(/<(?=[a-z][a-z\d+.-]*[:@])/gi, "\\<")
    .replaceAll(/&(?=#?\w+;)/g, "\\&");
}

/** Escapes each `<br>` that is text in the cell of a table. */
function escapeBreaks(text: string): string {
  return text.replaceAll(/<(?=br ?\/?>)/gi, "\\<");
}

/** Escapes the starts of lines that Markdown would take for another block. */
function escapeStarts(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(
          /^(\s*)(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>|=+\s*$|-[\s-]*$|\$\$\s*$|<\/?(?:details|tabs)>)/,
          "$1\\",
        )
        .replace(/^(\s*)(?=[|:][|:\s-]*$)/, "$1\\")
        .replace(/^(\s*\d{1,9})(?=[.)](?:\s|$))/, "$1\\"),
    )
    .join("\n");
}
