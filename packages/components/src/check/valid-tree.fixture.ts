import * as fc from "fast-check";
import { actionTable, elementTable, objectTable, rootKind } from "../elements/element-table.ts";
import type { Attributes, Kind } from "../elements/kind.ts";

// Elements at this depth have no children, which keeps trees small.
const maxDepth = 4;

const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes("__proto__"));
const jsonObject = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,5}$/), json, { maxKeys: 3 });
const url = fc.webUrl({ validSchemes: ["https", "http"] });

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string({ maxLength: 10 }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  positive: fc.double({ min: 0.01, max: 100, noNaN: true }),
  boolean: fc.boolean(),
  stateKey: fc.stringMatching(/^[a-z]\w{0,5}$/),
  webUrl: url,
  linkUrl: fc.oneof(
    url,
    fc.emailAddress().map((address) => `mailto:${encodeURI(address)}`),
  ),
};

const tables: Readonly<Record<string, Attributes>> = { ...elementTable, ...objectTable };

/** Generates every tree that the element table allows, small ones first. */
export const validTree: fc.Arbitrary<unknown> = arbitraryOfKind(rootKind, 0);

function arbitraryOfKind(kind: Kind, depth: number): fc.Arbitrary<unknown> {
  switch (kind.kind) {
    case "scalar":
      return knownOf(scalars, kind.name);
    case "choice":
      return fc.constantFrom(...kind.choices);
    case "object":
      if (kind.name === "Object") return jsonObject;
      return kind.name === "Action" ? action() : arbitraryOf(knownOf(tables, kind.name), {}, depth);
    case "element":
      return fc.oneof(
        ...kind.names.map((type) => lazy(() => arbitraryOf(knownOf(tables, type), { type }, depth))),
      );
    case "any":
      return fc.oneof(...kind.kinds.map((one) => lazy(() => arbitraryOfKind(one, depth))));
    default: {
      const items = lazy(() => arbitraryOfKind(kind.items, depth + 1));
      return kind.single ? fc.tuple(items) : fc.array(items, { maxLength: depth >= maxDepth ? 0 : 3 });
    }
  }
}

function action(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.record({ action: fc.stringMatching(/^\w{1,8}$/), data: json }),
    ...Object.entries(actionTable).map(([name, attributes]) =>
      arbitraryOf(attributes, { action: name }, maxDepth),
    ),
  );
}

function arbitraryOf(
  attributes: Attributes,
  discriminant: Readonly<Record<string, string>>,
  depth: number,
): fc.Arbitrary<unknown> {
  const entries = Object.entries(attributes);
  const arbitraries = entries.map(
    ([name, kind]) => [name, lazy(() => arbitraryOfKind(kind, depth))] as const,
  );
  const requiredKeys = entries.filter(([, { optional }]) => !optional).map(([name]) => name);
  return fc
    .record(Object.fromEntries(arbitraries), { requiredKeys })
    .map((values) => ({ ...discriminant, ...values }));
}

// Built when a value is drawn, because kinds refer to each other.
function lazy(build: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.constant(null).chain(build);
}

function knownOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const found = table[name];
  if (found === undefined) throw new Error(`The fixture doesn't know the kind ${name}`);
  return found;
}
