/** The environment variable that is set while a run includes the tests of the night. */
export const nightVariable = "TEST_AT_NIGHT";

/**
 * Returns test cases that only the runs of the night include, such as a suite's second database.
 *
 * @example
 * import { atNight } from "@plugboard/test-postgres";
 *
 * describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("quotas on %s", (kind) => {});
 */
export function atNight<const Case>(...cases: readonly Case[]): readonly Case[] {
  return process.env[nightVariable] === undefined ? [] : cases;
}
