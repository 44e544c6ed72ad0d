// The element table says the same. These lists stand here so that JSX alone does not bring the table into a bundle.

/** Elements with children; those written without any get an empty list. */
export const containers: ReadonlySet<string> = new Set(
  "block configuration modal stepper step vstack hstack box card text hint link".split(" "),
);

/** Attributes that hold a list of elements, and are written like children. */
export const markupLists: ReadonlySet<string> = new Set(["children", "buttons", "header", "footer"]);

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
  return handled(type(attributes));
}

/** `<>…</>`: several pieces of markup where one is expected. */
export function Fragment({ children }: { readonly children?: unknown }): unknown {
  return toList(children);
}

function createElement(type: string, attributes: Attributes): unknown {
  const written = containers.has(type) ? { ...attributes, children: attributes.children } : attributes;
  const names = Object.keys(written);
  const values = names.map((name) => (markupLists.has(name) ? toList(written[name]) : written[name]));
  return whenSettled(values, (settled) => {
    const entries = names.map((name, index): [string, unknown] => [name, settled[index]]);
    return { type, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
  });
}

function toList(markup: unknown): unknown {
  const parts: unknown[] = [markup].flat(Number.POSITIVE_INFINITY);
  if (parts.some(isPromise)) return whenSettled(parts, toList);
  return parts
    .filter((part) => part !== undefined && part !== null && typeof part !== "boolean")
    .map((part) => (typeof part === "number" ? String(part) : part));
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

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}
