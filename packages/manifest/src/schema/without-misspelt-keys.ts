import type { Finding } from "../finding.ts";
import type { ManifestIssueCode, ManifestPath } from "../manifest-issue.ts";

/** What there is to say of a key that is not there. */
const absences: ReadonlySet<ManifestIssueCode> = new Set(["missing_key", "default_visibility"]);

/** The findings without those that call a key absent which one of `all` takes for misspelt. */
export function withoutMisspeltKeys(
  findings: readonly Finding[],
  all: readonly Finding[],
): readonly Finding[] {
  const misspelt = new Set(
    all.flatMap(({ path, meant }) => (meant === undefined ? [] : [nameOf([...path.slice(0, -1), meant])])),
  );
  return findings.filter(({ code, path }) => !(absences.has(code) && misspelt.has(nameOf(path))));
}

function nameOf(path: ManifestPath): string {
  return JSON.stringify(path);
}
