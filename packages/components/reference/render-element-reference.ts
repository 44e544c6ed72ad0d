import {
  actionTable,
  type AttributeKind,
  type Attributes,
  elementTable,
  kindGroups,
  objectTable,
  treeLimits,
} from "@plugboard/components";
import type { Description } from "./read-descriptions.ts";

const plainKinds: Readonly<Record<string, string>> = {
  string: "Text.",
  number: "A finite number.",
  positive: "A number above 0.",
  boolean: "`true` or `false`.",
  stateKey: "The name of a property of the component's state: text that is not empty, nor `__proto__`.",
  webUrl: "An absolute `https:` or `http:` URL.",
  linkUrl: "An absolute `https:`, `http:` or `mailto:` URL.",
  Object:
    "A JSON object. In an action, in the `data` of a `webframe` and in the `returnValue` of a `modal` it may hold " +
    "bindings at any depth.",
  Action:
    "`{ action, …data }`: one of the built-in actions, or one of the component's own. The name of your own begins " +
    "with a letter, a digit or `_`, and its data is any JSON; bindings in it are filled in by the browser.",
};

/** Writes ELEMENTS.md from the element table and the documentation comments of the interfaces. */
export function renderElementReference(descriptions: ReadonlyMap<string, Description>): string {
  const lowerCase = new Map([...descriptions].map(([name, text]) => [name.toLowerCase(), text]));
  const describe = (name: string): Description | undefined => lowerCase.get(name.toLowerCase());
  return (
    [
      introduction,
      ...section("Elements", elementTable, (name) => describe(`${name}Element`)),
      ...section("Objects", objectTable, (name) => describe(objectInterfaces[name] ?? name)),
      ...section("Built-in actions", actionTable, (name) => describe(actionInterfaces[name] ?? name)),
      "## Values",
      table(
        ["value", ""],
        Object.entries(plainKinds).map(([name, text]) => [code(name), text]),
      ),
      "## Groups",
      table(
        ["name", "members"],
        Object.entries(kindGroups).map(([name, members]) => [code(name), members.map(link).join(", ")]),
      ),
    ].join("\n\n") + "\n"
  );
}

const introduction = `# Elements

Every element, its attributes, and what may stand inside it. This page is written from the table that checks a
rendered tree.

A tree is plain JSON: \`{ "type": "button", "label": "Save", "onPress": { "action": "save" } }\`. Its root is a
[\`block\`](#block), a [\`modal\`](#modal) or a [\`configuration\`](#configuration). \`children\` is always a list; JSX drops
\`null\`, \`undefined\`, \`true\` and \`false\` from it, flattens lists and fragments, and turns numbers into text.

A \`?\` marks an attribute that may be left out.

The tree, the state and the props may each be ${treeLimits.depth} levels deep, and hold ${treeLimits.values.toLocaleString("en")} values and ${treeLimits.characters.toLocaleString("en")} characters.`;

const objectInterfaces: Readonly<Record<string, string>> = {
  Option: "SelectOption",
  Source: "UrlSource",
  Target: "UrlSource",
};

const actionInterfaces: Readonly<Record<string, string>> = {
  "@ui.modal.open": "ModalOpenAction",
  "@ui.modal.close": "ModalCloseAction",
  "@ui.url.open": "UrlOpenAction",
  "@editor.node.updateProps": "UpdatePropsAction",
  "@link.unfurl": "LinkUnfurlAction",
};

function section(
  title: string,
  tables: Readonly<Record<string, Attributes>>,
  describe: (name: string) => Description | undefined,
): string[] {
  const entries = Object.entries(tables).flatMap(([name, attributes]) => {
    const description = describe(name);
    if (description === undefined) throw new Error(`There is no description of ${name}`);
    const rows = Object.entries(attributes).map(([attribute, kind]) => [
      code(attribute),
      describeKind(kind),
      description.properties.get(attribute.replace("?", "")) ?? "",
    ]);
    return [`### ${name}`, description.text, table(["attribute", "value", ""], rows)];
  });
  return [`## ${title}`, ...entries];
}

function describeKind(kind: AttributeKind): string {
  if (typeof kind !== "string") return kind.map(code).join(", ");
  return kind.split("|").map(describeAlternative).join(" or ");
}

function describeAlternative(kind: string): string {
  if (kind.endsWith("[]")) return `list of ${link(kind.slice(0, -2))}`;
  if (kind.startsWith("[")) return `list of one ${link(kind.slice(1, -1))}`;
  return link(kind);
}

function link(kind: string): string {
  const isDescribed = [kindGroups, plainKinds, elementTable, objectTable].some((kinds) => kind in kinds);
  if (!isDescribed) throw new Error(`There is no description of ${kind}`);
  const anchor = kind in kindGroups ? "groups" : kind in plainKinds ? "values" : kind.toLowerCase();
  return `[${code(kind)}](#${anchor})`;
}

// Padded the way the formatter of this repository pads, so that it leaves the page alone.
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`)
    .join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
