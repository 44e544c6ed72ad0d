/** The URN of users. Source: RFC 7643, section 4.1. */
export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";

/** The URN of groups. Source: RFC 7643, section 4.2. */
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

const prefixes = [userSchema, groupSchema].map((schema) => `${schema}:`.toLowerCase());

/** Returns the path of an attribute in lower case, without the schema of a resource. */
export function withoutSchema(path: string): string {
  const lower = path.toLowerCase();
  const prefix = prefixes.find((each) => lower.startsWith(each)) ?? "";
  return lower.slice(prefix.length);
}
