/** The tables of the kinds of resources that the platform itself stores. */
export const resourceTables: ReadonlyMap<string, "spaces" | "sites"> = new Map([
  ["space", "spaces"],
  ["site", "sites"],
]);
