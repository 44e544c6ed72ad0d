import type { ProvisionedGroupResource, ProvisionedGroupUpdate } from "@plugboard/api/client";
import { type Op, type Path, readPatch, readPath } from "./apply-patch.ts";
import { groupSchema } from "./resource-schemas.ts";
import { ScimError } from "./scim-error.ts";
import { fieldsOf, findField, readEntries, readText, valueOf } from "./scim-user.ts";

/** The attributes of a group, as a client sent them. */
interface GroupAttributes {
  readonly displayName: string;
  readonly externalId: string | undefined;
  /** The ids of users. `undefined` if the client sent none. */
  readonly members: readonly string[] | undefined;
}

/** Reads a group. @throws ScimError `invalidSyntax`, `invalidValue` */
export function readGroup(resource: unknown): GroupAttributes {
  const fields = fieldsOf(resource);
  if (fields === undefined) throw new ScimError(400, "invalidSyntax", "The body must be a JSON object.");
  const members = valueOf(fields, "members");
  return {
    displayName: readName(valueOf(fields, "displayName")),
    externalId: readText("externalId", valueOf(fields, "externalId")),
    members: members === undefined || members === null ? undefined : readMembers(members),
  };
}

function readName(value: unknown): string {
  const name = readText("displayName", value);
  if (name === undefined) throw new ScimError(400, "invalidValue", "displayName: is required.");
  return name;
}

function readMembers(value: unknown): readonly string[] {
  return (readEntries(value) ?? []).flatMap((entry) => readText("members.value", entry.value) ?? []);
}

/**
 * Returns the change that a PATCH request makes. Unknown attributes are ignored. Source: RFC 7644, section 3.5.2.
 *
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidFilter`, `invalidValue`, `noTarget`, `mutability`
 */
export function readGroupPatch(message: unknown): ProvisionedGroupUpdate {
  return readPatch(message).reduce<ProvisionedGroupUpdate>((change, { op, path, value }) => {
    if (typeof path === "string" && path !== "")
      return changeAt(change, readPath(path, groupSchema), op, value);
    if (op === "remove") throw new ScimError(400, "noTarget", "A remove operation needs a path.");
    const fields = fieldsOf(value);
    if (fields === undefined)
      throw new ScimError(400, "invalidValue", "An operation without a path needs an object as its value.");
    return [...fields].reduce((changed, [key, part]) => {
      // Okta repeats the id.
      if (key === "id") return changed;
      return changeAt(changed, readPath(key, groupSchema), op, part);
    }, change);
  }, {});
}

function changeAt(
  change: ProvisionedGroupUpdate,
  path: Path | undefined,
  op: Op,
  value: unknown,
): ProvisionedGroupUpdate {
  switch (path && findField(["id", "displayName", "externalId", "members"], path.attribute)) {
    case "id":
      throw new ScimError(400, "mutability", "id can't be changed.");
    case "displayName":
      return { ...change, displayName: readName(op === "remove" ? undefined : value) };
    case "externalId":
      return { ...change, externalId: op === "remove" ? null : (readText("externalId", value) ?? null) };
    case "members":
      return changeMembers(change, path?.conditions, op, value);
    default:
      return change;
  }
}

function changeMembers(
  { members, addMembers = [], removeMembers = [], ...change }: ProvisionedGroupUpdate,
  conditions: Path["conditions"],
  op: Op,
  value: unknown,
): ProvisionedGroupUpdate {
  if (conditions?.some(({ attribute }) => attribute !== "value") === true)
    throw new ScimError(400, "invalidPath", "Members are found by value only.");
  // Okta names removed members in the path, Microsoft Entra ID in the value.
  const ids = new Set(conditions?.map((condition) => condition.value) ?? readMembers(value));
  const without = (list: readonly string[]) => list.filter((id) => !ids.has(id));
  if (op === "replace" || (op === "remove" && conditions === undefined && (value ?? undefined) === undefined))
    return { ...change, members: op === "replace" ? [...ids] : [] };
  return op === "add"
    ? { ...change, members, addMembers: [...addMembers, ...ids], removeMembers: without(removeMembers) }
    : {
        ...change,
        members: members && without(members),
        addMembers: without(addMembers),
        removeMembers: [...removeMembers, ...ids],
      };
}

/** Returns a group as a SCIM resource. */
export function toScimGroup(group: ProvisionedGroupResource, baseUrl: string) {
  const { id, displayName, externalId, members, version, createdAt, updatedAt } = group;
  return {
    schemas: [groupSchema],
    id,
    displayName,
    externalId,
    members: members?.map((value) => ({ value, $ref: `${baseUrl}/Users/${value}`, type: "User" })),
    meta: {
      resourceType: "Group",
      created: createdAt,
      lastModified: updatedAt,
      location: `${baseUrl}/Groups/${id}`,
      version: `W/"${version}"`,
    },
  };
}
