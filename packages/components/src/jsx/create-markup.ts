import { fail } from "../check/fail.ts";
import { elementTable } from "../elements/element-table.ts";
import type { Attributes, Kind } from "../elements/kind.ts";

type Written = Readonly<Record<string, unknown>>;

/**
 * The JSX factory: calls a function component, or creates an element as plain JSON with a flat list of
 * children. Returns a promise if a function component is async.
 *
 * @throws {ComponentError} `unknown_attribute` for an attribute named `type`
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
  // A type attribute, possibly from spread data, would turn this element into another one.
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

// Element lists are flattened like children, unless the attribute also accepts other kinds.
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
 * Groups several pieces of markup: `<>…</>`.
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

// Promises in a tree are awaited once the tree is complete. This handler prevents an unhandled rejection,
// which would end the process, if another part of the tree throws first.
function handled(markup: unknown): unknown {
  if (isPromise(markup)) markup.catch(() => {});
  return markup;
}
