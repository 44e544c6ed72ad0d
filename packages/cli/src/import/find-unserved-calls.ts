import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isServedCall } from "@plugboard/compat";

/** A GitBook client call that this platform doesn't support. */
export interface UnservedCall {
  readonly call: string;
  /** File and line, such as `src/index.ts:12`. */
  readonly at: string;
}

const callPattern = /\b(?:api|client|gitbook)\s*\.\s*([a-z]\w*)\s*\.\s*([a-z]\w*)\s*\(/gi;
const groups = /^(?:collections|git|integrations|orgs?|spaces|subdomains|urls|users?)$/;

/**
 * Returns the unsupported calls in an integration's own files. Finds only literal calls, such as
 * `api.spaces.getSpaceById(`.
 */
export async function findUnservedCalls(folder: string): Promise<readonly UnservedCall[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !/(^|[\\/])(node_modules|dist|\.plugboard)[\\/]/.test(file),
  );
  const calls = await Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(join(folder, file), "utf8");
      return [...text.matchAll(callPattern)].flatMap(({ 1: group = "", 2: method = "", index }) =>
        groups.test(group) && !isServedCall(`${group}.${method}`)
          ? [{ call: `api.${group}.${method}`, at: `${file}:${text.slice(0, index).split("\n").length}` }]
          : [],
      );
    }),
  );
  return calls.flat();
}
