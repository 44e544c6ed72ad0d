const rowsOfAStatement = 200;

/** Splits rows into groups that fit in one statement. */
export function inStatements<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsOfAStatement) }, (_, at) =>
    rows.slice(at * rowsOfAStatement, (at + 1) * rowsOfAStatement),
  );
}
