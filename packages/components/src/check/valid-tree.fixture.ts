import * as fc from "fast-check";
import {
  actionTable,
  type Attributes,
  elementTable,
  kindGroups,
  objectTable,
} from "../elements/element-table.ts";

// Deeper elements have no children, so that trees stay small.
const deepest = 4;

const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes("__proto__"));
const jsonObject = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,5}$/), json, { maxKeys: 3 });
const url = fc.webUrl({ validSchemes: ["https", "http"] });

const plain: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
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
  Object: jsonObject,
  Action: fc.oneof(
    fc.record({ action: fc.stringMatching(/^\w{1,8}$/), data: json }),
    ...Object.entries(actionTable).map(([action, attributes]) =>
      arbitraryOf(attributes, { action }, deepest),
    ),
  ),
};

/** Every tree the element table allows, small ones first. */
export const validTree: fc.Arbitrary<unknown> = fc.oneof(
  ...["block", "modal", "configuration"].map((type) => arbitraryOfKind(type, 0)),
);

function arbitraryOfKind(kind: string, depth: number): fc.Arbitrary<unknown> {
  if (kind.includes("|")) return fc.oneof(...kind.split("|").map((name) => arbitraryOfKind(name, depth)));
  if (kind.endsWith("[]")) {
    const maxLength = depth >= deepest ? 0 : 3;
    return fc.array(lazy(kind.slice(0, -2), depth + 1), { maxLength });
  }
  if (kind.startsWith("[")) return fc.tuple(lazy(kind.slice(1, -1), depth + 1));
  const group = kindGroups[kind];
  if (group !== undefined) return fc.oneof(...group.map((name) => lazy(name, depth)));
  const element = elementTable[kind];
  if (element !== undefined) return arbitraryOf(element, { type: kind }, depth);
  const object = objectTable[kind];
  if (object !== undefined) return arbitraryOf(object, {}, depth);
  const found = plain[kind];
  if (found === undefined) throw new Error(`The fixture knows no kind ${kind}`);
  return found;
}

// Built only when a value is drawn, because the kinds contain each other.
function lazy(kind: string, depth: number): fc.Arbitrary<unknown> {
  return fc.constant(null).chain(() => arbitraryOfKind(kind, depth));
}

function arbitraryOf(
  attributes: Attributes,
  discriminant: Readonly<Record<string, string>>,
  depth: number,
): fc.Arbitrary<unknown> {
  const names = Object.keys(attributes);
  const arbitraries = Object.entries(attributes).map(([name, kind]): [string, fc.Arbitrary<unknown>] => [
    name.replace("?", ""),
    typeof kind === "string"
      ? fc.constant(null).chain(() => arbitraryOfKind(kind, depth))
      : fc.constantFrom(...kind),
  ]);
  const requiredKeys = names.filter((name) => !name.endsWith("?"));
  return fc
    .record(Object.fromEntries(arbitraries), { requiredKeys })
    .map((values) => ({ ...discriminant, ...values }));
}
