import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A bare repository, and another person's changes to it in a separate clone. */
export interface TestRepository {
  readonly url: string;
  /** Contains `bare.git` and the `clone`. */
  readonly folder: string;
  /** The subjects of all commits. */
  readonly log: () => string[];
  /** Commits and pushes files; `undefined` removes one. */
  readonly push: (files: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /** Pulls, and reads a file. */
  readonly read: (path: string) => Promise<string | undefined>;
}

/** Creates a repository that is removed after the test. */
export async function createRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), "git-sync-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const run = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...args], {
      cwd,
      encoding: "utf8",
    });
  run(folder, "init", "--quiet", "--bare", "--initial-branch=main", "bare.git");
  run(folder, "clone", "--quiet", "bare.git", "clone");
  // Settings that a push over https needs in addition to credentials.
  run(join(folder, "bare.git"), "config", "http.receivepack", "true");
  const clone = join(folder, "clone");
  return {
    url: `file://${join(folder, "bare.git")}`,
    folder,
    log: () => run(join(folder, "bare.git"), "log", "--format=%s", "main").trim().split("\n"),
    push: async (files: Readonly<Record<string, string | undefined>>) => {
      if (existsSync(join(folder, "bare.git/refs/heads/main")))
        run(clone, "pull", "--quiet", "origin", "main");
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(clone, path)), { recursive: true });
        if (text === undefined) await rm(join(clone, path));
        else await writeFile(join(clone, path), text);
      }
      run(clone, "add", "--all");
      run(clone, "commit", "--quiet", "--message", "Elsewhere");
      run(clone, "push", "--quiet", "origin", "HEAD:main");
    },
    read: async (path: string) => {
      run(clone, "pull", "--quiet", "origin", "main");
      return await readFile(join(clone, path), "utf8").catch(() => undefined);
    },
  };
}
