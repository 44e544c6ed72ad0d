import { withoutSchema } from "./resource-schemas.ts";
import { fieldsOf } from "./scim-user.ts";

/** Returns whether a response contains an attribute, or a part of it. Names are in lower case. */
export type Projection = (attribute: string, part?: string) => boolean;

/** Reads the attributes that a request selects or excludes. Source: RFC 7644, section 3.9. */
export function readProjection({
  attributes,
  excludedAttributes,
}: {
  readonly attributes?: string;
  readonly excludedAttributes?: string;
}): Projection {
  const included = attributes === undefined ? undefined : pathsOf(attributes);
  const excluded = pathsOf(excludedAttributes ?? "");
  return (attribute, part) => {
    if (attribute === "id" || attribute === "schemas") return true;
    const own = part === undefined ? [attribute] : [attribute, `${attribute}.${part}`];
    if (included === undefined) return own.every((path) => !excluded.has(path));
    if (own.some((path) => included.has(path))) return true;
    return part === undefined && [...included].some((path) => path.startsWith(`${attribute}.`));
  };
}

/** Limits a resource to the attributes that a response contains. */
export function projectAttributes(resource: object, isShown: Projection): object {
  return Object.fromEntries(
    Object.entries(resource)
      .map(([name, value]) => [name, name.toLowerCase(), value] as const)
      .filter(([, attribute]) => isShown(attribute))
      .map(([name, attribute, value]) => [
        name,
        projectParts(value, (part) => isShown(attribute, part.toLowerCase())),
      ]),
  );
}

function projectParts(value: unknown, isShown: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => projectParts(item, isShown));
  const fields = fieldsOf(value);
  return fields === undefined ? value : Object.fromEntries([...fields].filter(([name]) => isShown(name)));
}

function pathsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(",").map((path) => withoutSchema(path.trim())));
}
