/** Returns the sentence that states a limit in a description, such as "At most 2,000 characters." */
export function atMost(limit: number, unit?: string): string {
  const size = limit.toLocaleString("en");
  return `At most ${unit === undefined ? size : `${size} ${unit}`}.`;
}
