import { attributeKinds, flowText, inlineKinds, otherText } from "./shape-text.ts";

/** The kind of each attribute, by its name. It ends in `|undefined` where the attribute may be left out. */
export type Shape = ReadonlyMap<string | number, string>;

const defaultKinds: Readonly<Record<string, string | undefined>> = attributeKinds;

const parseShape = (attributes: string): Shape =>
  new Map(
    [...attributes.matchAll(/ ([$\w]+)(\??):?(\S*)/g)].map(([, name = "", optional, kind]) => [
      name,
      (kind || defaultKinds[name] || (name.startsWith("on") ? "Action" : "string")) +
        (optional && "|undefined"),
    ]),
  );

/**
 * The shape of each element, object and built-in action, with `type` or `action`, which tells it apart. Any value may be
 * looked up: what is no name of these has none.
 */
export const shapes: ReadonlyMap<unknown, Shape> = new Map(
  [...(flowText + otherText).matchAll(/^(\S+)(.*)/gm)].map(([, name = "", attributes = ""]) => {
    const discriminant = name[0] === "@" ? " action" : " type";
    return [name, parseShape(/^[A-Z]/.test(name) ? attributes : attributes + discriminant)];
  }),
);

/** Kinds that go by one name. */
export const groupedKinds: Readonly<Record<string, string | undefined>> = {
  inline: inlineKinds,
  element: flowText.match(/^\w+/gm)?.join("|"),
};
