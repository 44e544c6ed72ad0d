import { elementTable } from "../elements/element-table.ts";
import { lookUp } from "../check/value.ts";

type Attributes = Readonly<Record<string, unknown>>;

/**
 * What a JSX expression compiles to: calls a function component, or builds the element of that name, as plain JSON with
 * its children in one flat list. Where a component on the way is async, the result is a promise.
 */
export function createMarkup(
  type: string | ((attributes: Attributes) => unknown),
  attributes: Attributes,
): unknown {
  if (typeof type === "string") return createElement(type, attributes);
  const markup = type(attributes);
  // It is awaited later, when the tree is complete. Until then a rejection has a handler, because an error elsewhere in
  // the tree would leave it without one, and that ends a process.
  if (markup instanceof Promise) markup.catch(() => {});
  return markup;
}

/** `<>…</>`: several pieces of markup where one is expected. */
export function Fragment({ children }: { readonly children?: unknown }): unknown {
  return toList(children);
}

function createElement(type: string, attributes: Attributes): unknown {
  const kinds = lookUp<Attributes>(elementTable, type) ?? {};
  const written = "children" in kinds ? { ...attributes, children: attributes.children } : attributes;
  const names = Object.keys(written);
  const values = names.map((name) =>
    isMarkupList(name, kinds[`${name}?`]) ? toList(written[name]) : written[name],
  );
  return whenSettled(values, (settled) => {
    const entries = names.map((name, index): [string, unknown] => [name, settled[index]]);
    return { type, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
  });
}

function isMarkupList(name: string, kind: unknown): boolean {
  return name === "children" || kind === "element[]" || kind === "button[]";
}

function toList(markup: unknown): unknown {
  const parts: unknown[] = [markup].flat(Number.POSITIVE_INFINITY);
  if (parts.some((part) => part instanceof Promise)) return Promise.all(parts).then(toList);
  return parts
    .filter((part) => part !== undefined && part !== null && typeof part !== "boolean")
    .map((part) => (typeof part === "number" ? String(part) : part));
}

function whenSettled(values: readonly unknown[], build: (values: readonly unknown[]) => unknown): unknown {
  return values.some((value) => value instanceof Promise) ? Promise.all(values).then(build) : build(values);
}
