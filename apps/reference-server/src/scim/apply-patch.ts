import * as z from "zod";
import { type Condition, readFilter } from "./read-filter.ts";
import { userSchema } from "./resource-schemas.ts";
import { ScimError } from "./scim-error.ts";
import {
  type Entry,
  entryFields,
  fieldsOf,
  findField,
  listFields,
  nameFields,
  readEntries,
  readName,
  simpleFields,
  type UserAttributes,
} from "./scim-user.ts";

const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const maxOperations = 100;
const maxPathLength = 500;

const messageSchema = z.object({
  schemas: z
    .array(z.string())
    .refine((schemas) => schemas.includes(patchSchema), `must contain ${patchSchema}`),
  Operations: z
    .array(
      z.object({
        // Microsoft Entra ID sends "Add" and "Replace".
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().max(maxPathLength).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(maxOperations),
});

/** The kind of an operation. */
export type Op = "add" | "remove" | "replace";

/** The location that an operation changes. */
export interface Path {
  readonly attribute: string;
  readonly conditions: readonly Condition[] | undefined;
  readonly part: string | undefined;
}

/** Reads the operations of a PATCH request. @throws ScimError `invalidSyntax` */
export function readPatch(message: unknown): z.infer<typeof messageSchema>["Operations"] {
  const { data, error } = messageSchema.safeParse(message);
  if (data !== undefined) return data.Operations;
  const [issue] = error.issues;
  throw new ScimError(
    400,
    "invalidSyntax",
    `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is invalid"}.`,
  );
}

/**
 * Applies a PATCH request. Unknown attributes are ignored. A condition that no entry meets creates an entry, because Microsoft
 * Entra ID sets the first value of a list this way. Source: RFC 7644, section 3.5.2.
 *
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidFilter`, `noTarget`, `mutability`
 */
export function applyPatch(user: UserAttributes, message: unknown): UserAttributes {
  return readPatch(message).reduce<UserAttributes>((current, { op, path, value }) => {
    if (typeof path === "string" && path !== "")
      return applyAt(current, readPath(path, userSchema), op, value);
    if (op === "remove") throw new ScimError(400, "noTarget", "A remove operation needs a path.");
    const fields = fieldsOf(value);
    if (fields === undefined)
      throw new ScimError(400, "invalidValue", "An operation without a path needs an object as its value.");
    // Keys can be paths, such as `name.givenName`.
    return [...fields].reduce(
      (changed, [key, part]) => applyAt(changed, readPath(key, userSchema), op, part),
      current,
    );
  }, user);
}

const pathPattern = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i;

/** Returns the location of a path. `undefined` for attributes of other schemas. @throws ScimError `invalidPath` */
export function readPath(path: string, schema: string): Path | undefined {
  if (path.length > maxPathLength) throw invalidPath(path);
  const core = `${schema}:`;
  const isCore = path.toLowerCase().startsWith(core.toLowerCase());
  if (!isCore && path.toLowerCase().startsWith("urn:")) return undefined;
  const [match, attribute = "", filter, part] =
    pathPattern.exec(isCore ? path.slice(core.length) : path) ?? [];
  if (match === undefined) throw invalidPath(path);
  return { attribute, conditions: filter === undefined ? undefined : readFilter(filter), part };
}

function invalidPath(path: string): ScimError {
  return new ScimError(
    400,
    "invalidPath",
    `${path.slice(0, maxPathLength)} is not the path of an attribute.`,
  );
}

function applyAt(user: UserAttributes, path: Path | undefined, op: Op, value: unknown): UserAttributes {
  if (path === undefined) return user;
  const { attribute, conditions, part } = path;
  if (findField(["id"], attribute) !== undefined)
    throw new ScimError(400, "mutability", "id can't be changed.");
  const simple = findField(simpleFields, attribute);
  const list = findField(listFields, attribute);
  const isName = findField(["name"], attribute) !== undefined;
  if (conditions !== undefined && (simple !== undefined || isName)) throw invalidPath(attribute);
  if (simple !== undefined) {
    if (part !== undefined) throw invalidPath(`${simple}.${part}`);
    return { ...user, [simple]: op === "remove" ? undefined : value };
  }
  if (isName) return { ...user, name: changeName(user.name, part, op, value) };
  // A member has one role, which an added one replaces.
  if (list === "roles" && op === "add" && conditions === undefined && part === undefined)
    return { ...user, roles: readEntries(value) };
  if (list !== undefined) return { ...user, [list]: changeEntries(user[list] ?? [], path, op, value) };
  return user;
}

function changeName(
  name: UserAttributes["name"],
  part: string | undefined,
  op: Op,
  value: unknown,
): UserAttributes["name"] {
  if (part === undefined) return op === "remove" ? undefined : { ...name, ...readName(value) };
  const field = findField(nameFields, part);
  return field === undefined ? name : { ...name, [field]: op === "remove" ? undefined : value };
}

function changeEntries(
  entries: readonly Entry[],
  { conditions = [], part }: Path,
  op: Op,
  value: unknown,
): readonly Entry[] | undefined {
  const field = part === undefined ? undefined : findField(entryFields, part);
  if (part !== undefined && field === undefined) return entries;
  if (conditions.length === 0 && field === undefined) return changeList(entries, op, value);
  const matches = (entry: Entry): boolean =>
    conditions.every((condition) => equals(entry[fieldOf(condition)], condition.value));
  if (op === "remove")
    return field === undefined
      ? entries.filter((entry) => !matches(entry))
      : entries.map((entry) => (matches(entry) ? { ...entry, [field]: undefined } : entry));
  const change = field === undefined ? (readEntries(value)?.[0] ?? {}) : { [field]: value };
  if (entries.some(matches))
    return entries.map((entry) => (matches(entry) ? { ...entry, ...change } : entry));
  const created = Object.fromEntries(conditions.map((condition) => [fieldOf(condition), condition.value]));
  return addEntries(entries, [{ ...created, ...change }]);
}

function changeList(entries: readonly Entry[], op: Op, value: unknown): readonly Entry[] | undefined {
  const values = readEntries(value);
  if (op === "replace") return values;
  if (op === "add") return addEntries(entries, values ?? []);
  // Microsoft Entra ID names the removed entries in the value.
  return values && entries.filter((entry) => !values.some((removed) => equals(removed.value, entry.value)));
}

/** Adds entries. Only one entry stays primary (RFC 7644, section 3.5.2). */
function addEntries(entries: readonly Entry[], added: readonly Entry[]): readonly Entry[] {
  const isPrimary = added.some(({ primary }) => equals(primary, true));
  const others = entries.filter((entry) => !added.some((each) => equals(each.value, entry.value)));
  return [...others.map((entry) => (isPrimary ? { ...entry, primary: false } : entry)), ...added];
}

function fieldOf({ attribute }: Condition): (typeof entryFields)[number] {
  const field = findField(entryFields, attribute);
  if (field === undefined) throw invalidPath(attribute);
  return field;
}

function equals(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
