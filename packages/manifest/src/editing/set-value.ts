import { isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import type { ManifestPath } from "../model/manifest-issue.ts";
import type { YamlData } from "../reading/yaml-data.ts";
import { type Child, dashOf, findNode, isVacant, valueOf } from "./find-node.ts";
import { indentStepOf, renderFlow, renderItem, renderPair } from "./render.ts";
import { lineEnd, lineStart, type Splice, trimmedEnd } from "./splice.ts";

/**
 * Returns the change that sets a value at a path, including missing parents, or `undefined` if it doesn't
 * fit.
 */
export function setValue(
  text: string,
  root: ParsedNode | null,
  path: ManifestPath,
  value: YamlData,
): Splice | undefined {
  const { found, node, rest } = findNode(root, path);
  const inFlow = found.some(isInFlow);
  const last = found.at(-1);
  if (last && (rest.length === 0 || isVacant(node))) {
    const whole = nest(rest, value);
    return inFlow ? replaceInFlow(valueOf(last), whole) : replace(text, last, whole);
  }
  const [step, ...below] = rest;
  const added = nest(below, value);
  if (isMap(node) && typeof step === "string") return addPair(text, node, step, added);
  if (isSeq(node) && step === node.items.length) return addItem(text, node, added);
  if (isVacant(node) && typeof step === "string") return appendToFile(text, step, added);
  return undefined;
}

/** Wraps a value in missing keys and list items. */
function nest(path: ManifestPath, value: YamlData): YamlData {
  return path.reduceRight<YamlData>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
}

function isInFlow(child: Child): boolean {
  return ("map" in child ? child.map.flow : child.list.flow) === true;
}

function replaceInFlow(old: ParsedNode | null, value: YamlData): Splice | undefined {
  if (!old) return undefined;
  const [start, end] = old.range;
  return { start, end, text: start === end ? ` ${renderFlow(value)}` : renderFlow(value) };
}

/** Replaces the value after a colon or dash, but not the comment on that line. */
function replace(text: string, child: Child, value: YamlData): Splice {
  const old = valueOf(child);
  const { mark, lines } = renderAfterMark(text, child, value);
  const [first = "", ...rest] = lines;
  const isEmpty = old === null || old.range[0] === old.range[1];
  const oldStart = isEmpty ? mark : old.range[0];
  const oldEnd = isEmpty ? mark : trimmedEnd(text, old.range[1]);
  const markLineEnd = lineEnd(text, mark);
  const isOnMarkLine = oldStart <= markLineEnd;
  const end = isOnMarkLine ? lineEnd(text, oldEnd) : oldEnd;
  const comment = isOnMarkLine ? text.slice(oldEnd, end) : text.slice(mark, markLineEnd);
  return { start: mark, end, text: [first + comment.trimEnd(), ...rest].join("\n") };
}

/** Renders a value after a colon or dash, with its offset. */
function renderAfterMark(
  text: string,
  child: Child,
  value: YamlData,
): { mark: number; lines: readonly string[] } {
  const old = valueOf(child);
  const step = indentStepOf(text);
  if ("pair" in child) {
    const [keyStart, keyEnd] = child.pair.key.range;
    const before = isScalar(old) ? old.type : undefined;
    const [first = "", ...rest] = renderPair("k", value, { column: columnOf(text, keyStart), step, before });
    return { mark: text.indexOf(":", keyEnd) + 1, lines: [first.slice(2), ...rest] };
  }
  const dash = dashOf(text, child.list, child.index);
  const [first = "", ...rest] = renderItem(value, { column: columnOf(text, dash), step });
  return { mark: dash + 1, lines: [first.slice(1), ...rest] };
}

function addPair(text: string, map: YAMLMap.Parsed, key: string, value: YamlData): Splice | undefined {
  if (map.flow) return addInFlow(text, map, renderFlow({ [key]: value }).replace(/^\{\s*|\s*\}$/g, ""));
  const [first] = map.items;
  if (!first) return undefined;
  const column = columnOf(text, first.key.range[0]);
  return addAfter(text, map, column, renderPair(key, value, { column, step: indentStepOf(text) }));
}

function addItem(text: string, list: YAMLSeq.Parsed, value: YamlData): Splice | undefined {
  if (list.flow) return addInFlow(text, list, renderFlow(value));
  const column = columnOf(text, dashOf(text, list, 0));
  return addAfter(text, list, column, renderItem(value, { column, step: indentStepOf(text) }));
}

/** Adds lines below a block, after the comment on its last line. */
function addAfter(text: string, block: ParsedNode, column: number, lines: readonly string[]): Splice {
  const at = lineEnd(text, trimmedEnd(text, block.range[1]));
  return { start: at, end: at, text: `\n${" ".repeat(column)}${lines.join("\n")}` };
}

function addInFlow(text: string, collection: YAMLMap.Parsed | YAMLSeq.Parsed, added: string): Splice {
  const at = trimmedEnd(text, collection.range[1] - 1);
  const separator = collection.items.length === 0 ? "" : ", ";
  return { start: at, end: at, text: `${separator}${added}` };
}

function appendToFile(text: string, key: string, value: YamlData): Splice {
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  const lines = renderPair(key, value, { column: 0, step: indentStepOf(text) });
  return { start: text.length, end: text.length, text: `${separator}${lines.join("\n")}\n` };
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}
