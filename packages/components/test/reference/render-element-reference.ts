import {
  actionTable,
  type Attributes,
  elementTable,
  type Kind,
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
  stateKey: "The name of a property of the component's state: non-empty text other than `__proto__`.",
  webUrl: "An absolute `https:` or `http:` URL.",
  linkUrl: "An absolute `https:`, `http:` or `mailto:` URL.",
  Object:
    "A JSON object. In an action, in the `data` of a `webframe` and in the `returnValue` of a `modal` it can contain " +
    "bindings at any depth.",
  Action:
    "`{ action, …data }`: a built-in action, or one of the component's own. The name of your own starts " +
    "with a letter, a digit or `_`, and its data is any JSON; bindings in it are filled in by the browser.",
};

/** Generates ELEMENTS.md from the element table and the interfaces' docstrings. */
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
        ["value", "meaning"],
        Object.entries(plainKinds).map(([name, text]) => [code(name), text]),
      ),
      "## Groups",
      table(
        ["name", "members"],
        Object.entries(kindGroups).map(([name, kind]) => [code(name), membersOf(kind).join(", ")]),
      ),
    ].join("\n\n") + "\n"
  );
}

const introduction = `# Elements

All elements, their attributes and their allowed contents. This page is generated from the table that validates rendered trees.

A tree is plain JSON: \`{ "type": "button", "label": "Save", "onPress": { "action": "save" } }\`. Its root is a
[\`block\`](#block), a [\`modal\`](#modal) or a [\`configuration\`](#configuration). \`children\` is always a list. JSX omits
\`null\`, \`undefined\`, \`true\` and \`false\`, flattens lists and fragments, and converts numbers to text.

\`?\` marks an optional attribute.

The tree, the state and the props are each limited to ${treeLimits.depth} levels, ${treeLimits.values.toLocaleString("en")} values and ${treeLimits.characters.toLocaleString("en")} characters.`;

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
    if (description === undefined) throw new Error(`${name} has no description`);
    const rows = Object.entries(attributes).map(([attribute, kind]) => [
      code(kind.optional ? `${attribute}?` : attribute),
      describeKind(kind),
      description.properties.get(attribute) ?? "",
    ]);
    return [`### ${name}`, description.text, table(["attribute", "value", "meaning"], rows)];
  });
  return [`## ${title}`, ...entries];
}

function describeKind(kind: Kind): string {
  switch (kind.kind) {
    case "choice":
      return kind.choices.map(code).join(", ");
    case "list":
      return `list of ${kind.single ? "one " : ""}${describeKind(kind.items)}`;
    case "element":
    case "any":
      return kind.group ? link(kind.group, "groups") : membersOf(kind).join(" or ");
    default: {
      const isPlain = Object.hasOwn(plainKinds, kind.name);
      return link(kind.name, isPlain ? "values" : kind.name.toLowerCase());
    }
  }
}

function membersOf(kind: Kind): readonly string[] {
  if (kind.kind === "any")
    return kind.kinds.flatMap((one) => (isGroup(one) ? describeKind(one) : membersOf(one)));
  return kind.kind === "element" ? kind.names.map((name) => link(name, name)) : [describeKind(kind)];
}

function isGroup(kind: Kind): boolean {
  return (kind.kind === "any" || kind.kind === "element") && kind.group !== undefined;
}

const anchors: ReadonlySet<string> = new Set([
  "groups",
  "values",
  ...Object.keys(elementTable),
  ...Object.keys(objectTable).map((name) => name.toLowerCase()),
]);

function link(name: string, anchor: string): string {
  if (!anchors.has(anchor)) throw new Error(`${name} has no description`);
  return `[${code(name)}](#${anchor})`;
}

// Padded the way Biome does it, so that formatting doesn't change the page.
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
