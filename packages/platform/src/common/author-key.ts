/** How rows name whoever wrote them, as in `member:usr_1`. */
export function authorKey({
  type,
  id = "",
}: {
  readonly type: string;
  readonly id?: string | undefined;
}): string {
  return `${type}:${id}`;
}
