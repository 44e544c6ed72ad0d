import { fail } from "../check/fail.ts";
import { shapes } from "../elements/shapes.ts";

type Attributes = Readonly<Record<string, unknown>>;

/**
 * What a JSX expression compiles to: calls a function component, or builds the element of that name, as plain JSON with
 * its children in one flat list. Where a component on the way is async, the result is a promise.
 *
 * @throws {ComponentError} `unknown_attribute` for an attribute called `type`.
 */
export function createMarkup(
  type: string | ((attributes: Attributes) => unknown),
  attributes: Attributes,
): unknown {
  if (typeof type !== "string") return handled(type(attributes));
  // It would make another element of this one, and may come out of data that is spread.
  if (attributes.type !== undefined) fail("unknown_attribute", `${type}.type`, "none", attributes.type);
  const mayHaveChildren = shapes.get(type)?.has("children");
  const written = mayHaveChildren ? { ...attributes, children: attributes.children } : attributes;
  const names = Object.keys(written);
  const values = names.map((name) =>
    /^(children|buttons|header|footer)$/.test(name) ? toList(written[name]) : written[name],
  );
  return whenSettled(values, (settled) => {
    const entries = names.flatMap((name, index) =>
      settled[index] === undefined ? [] : [[name, settled[index]]],
    );
    return { type, ...Object.fromEntries(entries) };
  });
}

/** `<>…</>`: several pieces of markup where one is expected. */
export const Fragment = ({ children }: { readonly children?: unknown }): unknown => toList(children);

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

function toList(markup: unknown): unknown {
  const parts: unknown[] = [markup].flat(Infinity);
  if (parts.some(isPromise)) return whenSettled(parts, toList);
  return parts.flatMap((part) =>
    part === undefined || part === null || typeof part === "boolean"
      ? []
      : typeof part === "number"
        ? `${part}`
        : part,
  );
}

const whenSettled = (values: readonly unknown[], build: (values: readonly unknown[]) => unknown): unknown =>
  values.some(isPromise) ? handled(Promise.all(values).then(build)) : build(values);

// A promise in a tree is awaited later, when the tree is complete. Until then a rejection has a handler, because an
// error elsewhere in the tree would leave it without one, and that ends a process.
function handled(markup: unknown): unknown {
  if (isPromise(markup)) markup.catch(() => {});
  return markup;
}
