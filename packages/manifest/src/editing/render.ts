import { Document, isMap, isScalar, isSeq, type Scalar } from "yaml";
import type { YamlData } from "../reading/yaml-data.ts";

/** The style of the lines around a new value. */
export interface RenderStyle {
  /** Spaces before the key or the dash. */
  readonly column: number;
  /** Spaces per level. */
  readonly step: number;
  /** The style of the replaced string; its quotes are kept for a new string. */
  readonly before?: Scalar.Type | undefined;
}

/** Renders a key and its value as block lines; the first is not indented. */
export function renderPair(key: string, value: YamlData, style: RenderStyle): readonly string[] {
  const document = new Document({ [key]: value });
  const node = document.get(key, true);
  if (isScalar(node) && typeof value === "string" && isQuoted(style.before)) node.type = style.before;
  return renderLines(document, style);
}

/** Renders a list item as block lines; the first is not indented. */
export function renderItem(value: YamlData, style: RenderStyle): readonly string[] {
  return renderLines(new Document([value]), style);
}

/** Renders a value on one line, for use inside brackets. */
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

/** Returns the number of spaces before the first nested key of the text. Defaults to 2. */
export function indentStepOf(text: string): number {
  return /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2;
}
