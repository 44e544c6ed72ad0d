const destructive: readonly RegExp[] = [
  /\bdrop\s+(?:table|column|view|schema|type|function)\b/i,
  /\brename\b/i,
  /\balter\s+column\b[^;]*\b(?:type|set\s+not\s+null|drop\s+default)\b/i,
  /\badd\s+column\b(?=[^;]*\bnot\s+null\b)(?![^;]*\b(?:default|generated)\b)/i,
  /\b(?:delete\s+from|truncate)\b/i,
];

/**
 * Returns the statements of a migration that would break servers of the version before, which use the same database during an upgrade.
 * A statement may remove parts that an earlier release stopped using if its comment names that release: `unused since 1.4`.
 */
export function findDestructive(statements: readonly string[]): string[] {
  return statements
    .flatMap((statement) => statement.split(";"))
    .filter((statement) => !/\bunused since \d/.test(statement))
    .filter((statement) => destructive.some((pattern) => pattern.test(statement)));
}
