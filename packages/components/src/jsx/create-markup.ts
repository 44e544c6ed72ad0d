import { fail } from "../check/fail.ts";
import { elementTable } from "../elements/element-table.ts";
import type { Attributes, Kind } from "../elements/kind.ts";

type Written = Readonly<Record<string, unknown>>;

/**
 * What a JSX expression compiles to: calls a function component, or builds the element of that name, as plain JSON with
 * its children in one flat list. Where a component on the way is async, the result is a promise.
 *
 * @throws {ComponentError} `unknown_attribute` for an attribute called `type`.
 *
 * @example
 * ```ts
 * import { jsx } from "@plugboard/components/jsx-runtime";
 *
 * console.log(jsx("text", { children: "Hello" })); // { type: "text", children: ["Hello"] }
 * ```
 */
export function createMarkup(
  type: string | ((attributes: Written) => unknown),
  attributes: Written,
): unknown {
  if (typeof type !== "string") return handled(type(attributes));
  // It would make another element of this one, and may come out of data that is spread.
  if (attributes.type !== undefined) fail("unknown_attribute", `${type}.type`, "none", attributes.type);
  const known = Object.hasOwn(tables, type) ? tables[type] : undefined;
  const written = known?.children ? { ...attributes, children: attributes.children } : attributes;
  const names = Object.keys(written);
  const values = names.map((name) => toAttribute(name, written[name], known?.[name]));
  return whenSettled(values, (settled) => {
    const entries = names.flatMap((name, index) =>
      settled[index] === undefined ? [] : [[name, settled[index]]],
    );
    return { type, ...Object.fromEntries(entries) };
  });
}

const tables: Readonly<Record<string, Attributes>> = elementTable;

// A list of elements is written like children; where it may also be something else, only a list is one.
function toAttribute(name: string, value: unknown, kind: Kind | undefined): unknown {
  const isList =
    name === "children" || (takesElements(kind) && (kind?.kind === "list" || Array.isArray(value)));
  return isList ? toList(value) : value;
}

function takesElements(kind: Kind | undefined): boolean {
  if (kind?.kind === "any") return kind.kinds.some(takesElements);
  return kind?.kind === "list" && (kind.items.kind === "element" || kind.items.kind === "any");
}

/**
 * `<>…</>`: several pieces of markup where one is expected.
 *
 * @example
 * ```ts
 * import { Fragment, jsx } from "@plugboard/components/jsx-runtime";
 *
 * const greeting = jsx(Fragment, { children: ["Hello ", "Ada"] });
 * console.log(jsx("text", { children: greeting })); // { type: "text", children: ["Hello ", "Ada"] }
 * ```
 */
export function Fragment({ children }: { readonly children?: unknown }): unknown {
  return toList(children);
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

function toList(markup: unknown): unknown {
  const parts: unknown[] = [markup].flat(Infinity);
  if (parts.some(isPromise)) return whenSettled(parts, toList);
  return parts.flatMap((part) => {
    if (part === undefined || part === null || typeof part === "boolean") return [];
    return typeof part === "number" ? String(part) : part;
  });
}

function whenSettled(values: readonly unknown[], build: (values: readonly unknown[]) => unknown): unknown {
  return values.some(isPromise) ? handled(Promise.all(values).then(build)) : build(values);
}

// A promise in a tree is awaited later, when the tree is complete. Until then a rejection has a handler, because an
// error elsewhere in the tree would leave it without one, and that ends a process.
function handled(markup: unknown): unknown {
  if (isPromise(markup)) markup.catch(() => {});
  return markup;
}
