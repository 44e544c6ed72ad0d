import { roles } from "@plugboard/api";
import type { ProvisionedUserDefinition, ProvisionedUserResource } from "@plugboard/api/client";
import { userSchema } from "./resource-schemas.ts";
import { ScimError } from "./scim-error.ts";

/** An entry of `emails` or `roles`. */
export type Entry = Readonly<Partial<Record<EntryField, unknown>>>;

/** The attributes of a user that the platform applies or stores, not yet validated. All others are ignored. */
export interface UserAttributes {
  readonly userName?: unknown;
  readonly externalId?: unknown;
  readonly displayName?: unknown;
  readonly active?: unknown;
  readonly name?: Readonly<Partial<Record<NameField, unknown>>> | undefined;
  readonly emails?: readonly Entry[] | undefined;
  readonly roles?: readonly Entry[] | undefined;
}

/** Attributes with one value. */
export const simpleFields = ["userName", "externalId", "displayName", "active"] as const;
/** Attributes with a list of entries. */
export const listFields = ["emails", "roles"] as const;
export const nameFields = ["formatted", "givenName", "familyName"] as const;
export const entryFields = ["value", "type", "primary"] as const;

type NameField = (typeof nameFields)[number];
type EntryField = (typeof entryFields)[number];

/** Returns the spelling of an attribute. Names are not case-sensitive (RFC 7643, section 2.1). */
export function findField<Field extends string>(fields: readonly Field[], name: string): Field | undefined {
  const lower = name.toLowerCase();
  return fields.find((field) => field.toLowerCase() === lower);
}

/** Returns the known attributes of a user, as a client sent them. @throws ScimError `invalidSyntax` */
export function readAttributes(resource: unknown): UserAttributes {
  const fields = fieldsOf(resource);
  if (fields === undefined) throw new ScimError(400, "invalidSyntax", "The body must be a JSON object.");
  return {
    ...pick(fields, simpleFields),
    name: readName(valueOf(fields, "name")),
    emails: readEntries(valueOf(fields, "emails")),
    roles: readEntries(valueOf(fields, "roles")),
  };
}

/** Returns the known parts of a name. */
export function readName(value: unknown): UserAttributes["name"] {
  const fields = fieldsOf(value);
  return fields && pick(fields, nameFields);
}

/** Returns a list of entries. Some identity providers send a single entry, or only its value. */
export function readEntries(value: unknown): readonly Entry[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    const fields = fieldsOf(item);
    return fields === undefined ? { value: item } : pick(fields, entryFields);
  });
}

/** Returns the fields of a JSON object. `undefined` for any other value. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** Returns the value of a field, whose name is not case-sensitive. */
export function valueOf(fields: ReadonlyMap<string, unknown>, name: string): unknown {
  const key = [...fields.keys()].find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : fields.get(key);
}

function pick<Field extends string>(
  fields: ReadonlyMap<string, unknown>,
  names: readonly Field[],
): Partial<Record<Field, unknown>> {
  const picked: Partial<Record<Field, unknown>> = {};
  for (const name of names) {
    const value = valueOf(fields, name);
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}

/** Returns a user of the API with its attributes, to change them. */
export function toAttributes({
  userName,
  externalId,
  displayName,
  name,
  emails,
  role,
  active,
}: ProvisionedUserResource): UserAttributes {
  const roles = role === undefined ? undefined : [{ value: role, primary: true }];
  return { userName, externalId, displayName, name, emails, roles, active };
}

/** Returns a user as a SCIM resource. */
export function toScimUser(user: ProvisionedUserResource, baseUrl: string) {
  const { id, version, createdAt, updatedAt, groups } = user;
  return {
    schemas: [userSchema],
    id,
    ...toAttributes(user),
    groups: groups?.map((group) => ({
      value: group.id,
      display: group.displayName,
      $ref: `${baseUrl}/Groups/${group.id}`,
    })),
    meta: {
      resourceType: "User",
      created: createdAt,
      lastModified: updatedAt,
      location: `${baseUrl}/Users/${id}`,
      version: `W/"${version}"`,
    },
  };
}

/** Checks the attributes. @throws ScimError `invalidValue` */
export function toDefinition(
  { userName, externalId, displayName, active, name, emails, roles }: UserAttributes,
  { activeByDefault }: { readonly activeByDefault: boolean },
): ProvisionedUserDefinition {
  const checkedName = {
    formatted: readText("name.formatted", name?.formatted),
    givenName: readText("name.givenName", name?.givenName),
    familyName: readText("name.familyName", name?.familyName),
  };
  return {
    userName: readText("userName", userName) ?? missing("userName"),
    externalId: readText("externalId", externalId),
    displayName: readText("displayName", displayName),
    name: Object.values(checkedName).every((part) => part === undefined) ? undefined : checkedName,
    emails: emails?.flatMap(({ value, type, primary }) => {
      const address = readText("emails.value", value);
      return address === undefined
        ? []
        : [
            {
              value: address,
              type: readText("emails.type", type),
              primary: readBoolean("emails.primary", primary),
            },
          ];
    }),
    role: readRole(roles),
    active: readBoolean("active", active) ?? activeByDefault,
  };
}

function missing(path: string): never {
  throw new ScimError(400, "invalidValue", `${path}: is required.`);
}

/** Returns a text without surrounding spaces. `undefined` if it is empty. @throws ScimError `invalidValue` */
export function readText(path: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new ScimError(400, "invalidValue", `${path}: must be a string.`);
  const text = value.trim();
  return text === "" ? undefined : text;
}

// Microsoft Entra ID sends "True" and "False".
function readBoolean(path: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null || typeof value === "boolean") return value ?? undefined;
  const text = typeof value === "string" ? value.toLowerCase() : "";
  if (text === "true" || text === "false") return text === "true";
  throw new ScimError(400, "invalidValue", `${path}: must be true or false.`);
}

/** The roles that an identity provider can grant. */
export const grantableRoles = roles.filter((role) => role !== "owner");

function readRole(roles: readonly Entry[] = []): ProvisionedUserDefinition["role"] {
  const entry =
    roles.findLast(({ primary }) => readBoolean("roles.primary", primary) === true) ?? roles.at(-1);
  const name = readText("roles.value", innerRole(entry?.value));
  if (name === undefined) return undefined;
  const role = findField(grantableRoles, name);
  if (role !== undefined) return role;
  const why = name.toLowerCase() === "owner" ? "only owners choose owners" : "there is no such role";
  throw new ScimError(
    400,
    "invalidValue",
    `roles: ${name.slice(0, 50)} can't be granted, because ${why}. Send one of ${grantableRoles.join(", ")}.`,
  );
}

// The function AppRoleAssignmentsComplex of Microsoft Entra ID sends a JSON text with the role inside.
function innerRole(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    return fieldsOf(JSON.parse(value))?.get("value") ?? value;
  } catch {
    return value;
  }
}
