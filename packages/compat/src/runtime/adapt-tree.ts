import { type Attributes, elementTable } from "@plugboard/components";

const tables: Readonly<Record<string, Attributes>> = elementTable;

/**
 * Makes a rendered tree one that this platform takes: attributes that say nothing, or that no element here has, are left out, and
 * children are one flat list of elements and texts. An element of an unknown name stays, so that the platform can name it.
 */
export function adaptTree(node: unknown): unknown {
  if (Array.isArray(node)) return node.flatMap(adaptChild);
  if (typeof node !== "object" || node === null) return node;
  const type: unknown = Reflect.get(node, "type");
  const known = typeof type === "string" && Object.hasOwn(tables, type) ? tables[type] : undefined;
  const entries = Object.entries(node).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    if (known !== undefined && name !== "type" && !Object.hasOwn(known, name)) return [];
    return [[name, name === "children" ? [value].flat(Infinity).flatMap(adaptChild) : adaptTree(value)]];
  });
  const children = known?.children !== undefined && !entries.some(([name]) => name === "children");
  return Object.fromEntries(children ? [...entries, ["children", []]] : entries);
}

function adaptChild(child: unknown): readonly unknown[] {
  if (child === undefined || child === null || typeof child === "boolean") return [];
  return [typeof child === "number" ? String(child) : adaptTree(child)];
}
