/** Shows another text in a field. Replaces only the differing parts, so that the caret stays in place. */
export function showSource(element: HTMLTextAreaElement, next: string): void {
  const { value } = element;
  const shorter = Math.min(value.length, next.length);
  let start = 0;
  while (start < shorter && value[start] === next[start]) start += 1;
  let same = 0;
  while (same < shorter - start && value.at(-1 - same) === next.at(-1 - same)) same += 1;
  element.setRangeText(next.slice(start, next.length - same), start, value.length - same, "preserve");
}
