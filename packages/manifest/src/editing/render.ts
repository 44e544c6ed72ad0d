import { Document, isMap, isScalar, isSeq, type Scalar } from "yaml";
import type { YamlData } from "../reading/yaml-data.ts";

/** How the lines around a new value are written. */
export interface RenderStyle {
  /** Spaces before the key or the dash. */
  readonly column: number;
  /** Spaces for each level. */
  readonly step: number;
  /** How the text before was written; its quotes are kept where the value is a text too. */
  readonly before?: Scalar.Type | undefined;
}

/** A key with its value, as the lines of a block; the first is not indented. */
export function renderPair(key: string, value: YamlData, style: RenderStyle): readonly string[] {
  const document = new Document({ [key]: value });
  const node = document.get(key, true);
  if (isScalar(node) && typeof value === "string" && isQuoted(style.before)) node.type = style.before;
  return renderLines(document, style);
}

/** A list item, as the lines of a block; the first is not indented. */
export function renderItem(value: YamlData, style: RenderStyle): readonly string[] {
  return renderLines(new Document([value]), style);
}

/** A value on one line, for use inside brackets. */
export function renderFlow(value: YamlData): string {
  const document = new Document(value);
  const root = document.contents;
  if (isMap(root) || isSeq(root)) root.flow = true;
  return document.toString({ lineWidth: 0, collectionStyle: "flow" }).trimEnd();
}

function isQuoted(type: Scalar.Type | undefined): type is "QUOTE_SINGLE" | "QUOTE_DOUBLE" {
  return type === "QUOTE_SINGLE" || type === "QUOTE_DOUBLE";
}

function renderLines(document: Document, { column, step }: RenderStyle): readonly string[] {
  const [first = "", ...rest] = document
    .toString({ lineWidth: 0, indent: step })
    .replace(/\n$/, "")
    .split("\n");
  return [first, ...rest.map((line) => (line === "" ? "" : " ".repeat(column) + line))];
}

/** The number of spaces a text indents its first nested key with; 2 where it has none. */
export function indentStepOf(text: string): number {
  return /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2;
}
