import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { importManifest, isServedCall, theirManifestNames } from "@plugboard/compat";
import { manifestFileName } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";
import { table } from "../terminal/terminal.ts";
import type { CommandContext } from "./command-context.ts";

/** A call in the code that this platform cannot serve. */
interface UnservedCall {
  readonly call: string;
  /** Where, as in `src/index.ts:12`. */
  readonly at: string;
}

/**
 * Takes over the integration in a folder: writes its manifest anew beside the old one, and shows what was changed and what is left to
 * mend. Its code stays as it is.
 *
 * @throws CliError `invalid_project` when there is no such integration, or a manifest of this platform already
 */
export async function importIntegration({ cwd, terminal }: CommandContext, path = "."): Promise<void> {
  const folder = resolve(cwd, path);
  const yaml = await readTheirs(folder);
  const target = join(folder, manifestFileName);
  const { manifest, changes, problems } = importManifest(yaml);
  await writeFile(target, manifest, { flag: "wx" }).catch(refuseExisting(target));
  const unserved = await findUnservedCalls(folder);
  terminal.show(
    { manifest: target, changes, problems, unserved },
    [
      `Wrote ${relative(cwd, target)}.`,
      ...section("Changed", table(changes.map((change) => [change.path, change.message]))),
      ...section("To mend", table(problems.map(({ line, message }) => [`line ${line}`, message]))),
      ...section("Calls that this platform cannot serve", table(unserved.map(({ at, call }) => [at, call]))),
    ].join("\n"),
  );
  terminal.note("\nNext: plugboard check");
}

async function readTheirs(folder: string): Promise<string> {
  for (const name of theirManifestNames) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new CliError("invalid_project", `There is no ${theirManifestNames[0]} in ${folder}.`, {
    next: "Name the folder of an integration that was written for GitBook: plugboard import <folder>",
  });
}

function refuseExisting(target: string) {
  return async (error: unknown): Promise<never> => {
    await access(target);
    throw new CliError("invalid_project", `${target} is there already.`, {
      next: "Remove it to import the integration again.",
      cause: error,
    });
  };
}

function section(title: string, text: string): readonly string[] {
  return text === "" ? [] : ["", `${title}:`, text];
}

const callPattern = /\bapi\s*\.\s*(\w+)\s*\.\s*(\w+)\s*\(/g;

/** The calls of the client in an integration's own code, as far as they are written out, that would fail here. */
async function findUnservedCalls(folder: string): Promise<UnservedCall[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !/(^|[\\/])(node_modules|dist)[\\/]/.test(file),
  );
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(join(folder, file), "utf8");
      return [...text.matchAll(callPattern)].map((match) => ({
        call: `api.${match[1]}.${match[2]}`,
        at: `${file}:${text.slice(0, match.index).split("\n").length}`,
      }));
    }),
  );
  return found.flat().filter(({ call }) => !isServedCall(call.slice("api.".length)));
}
