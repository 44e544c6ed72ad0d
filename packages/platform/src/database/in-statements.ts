const rowsOfAStatement = 200;

/**
 * Splits rows into groups that fit in one statement.
 *
 * @example
 * import { inStatements } from "@plugboard/platform/product";
 *
 * console.log(inStatements([1, 2])); // [ [ 1, 2 ] ]
 */
export function inStatements<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsOfAStatement) }, (_, at) =>
    rows.slice(at * rowsOfAStatement, (at + 1) * rowsOfAStatement),
  );
}
