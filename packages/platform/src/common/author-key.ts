/**
 * Returns an author as stored in rows, such as `member:usr_1`.
 *
 * @example
 * import { authorKey } from "@plugboard/platform/product";
 *
 * console.log(authorKey({ type: "member", id: "usr_1" })); // member:usr_1
 */
export function authorKey({
  type,
  id = "",
}: {
  readonly type: string;
  readonly id?: string | undefined;
}): string {
  return `${type}:${id}`;
}
