import { groupedKinds, type Shape, shapes } from "./shapes.ts";

/** What an attribute may hold: kinds joined by `|`, or the texts that are allowed. */
export type AttributeKind = string | readonly string[];

/** The attributes of an element, an object or an action, children included. A `?` ends the name of an optional one. */
export type Attributes = Readonly<Record<string, AttributeKind>>;

/** Every element: its attributes and, as `children`, what may stand inside it. */
export const elementTable: Readonly<Record<string, Attributes>> = tableOf(/^[a-z]/, "type");

/** The objects that attributes hold. */
export const objectTable: Readonly<Record<string, Attributes>> = tableOf(/^[A-Z]/);

/** The built-in actions and their data. */
export const actionTable: Readonly<Record<string, Attributes>> = tableOf(/^@/, "action");

/** Groups of kinds that go by one name. */
export const kindGroups: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(groupedKinds).map(([name, kinds = ""]) => [name, kinds.split("|")]),
);

function tableOf(names: RegExp, discriminant?: string): Record<string, Attributes> {
  const entries = [...shapes].flatMap(([name, shape]): [string, Attributes][] =>
    typeof name === "string" && names.test(name) ? [[name, attributesOf(shape, discriminant)]] : [],
  );
  return Object.fromEntries(entries);
}

function attributesOf(shape: Shape, discriminant: string | undefined): Attributes {
  const attributes = [...shape].filter(([name]) => name !== discriminant);
  return Object.fromEntries(
    attributes.map(([name, kind]) => {
      const required = kind.replace(/\|undefined$/, "");
      return [kind === required ? name : `${name}?`, choicesOf(required) ?? required];
    }),
  );
}

function choicesOf(kind: string): string[] | undefined {
  const choices = [...kind.matchAll(/"(\w+)"/g)].map(([, choice = ""]) => choice);
  return choices.length > 0 ? choices : undefined;
}
