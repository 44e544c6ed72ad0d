import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGitProgram } from "./git-program.ts";

it.each(["output", "messages"])("ends Git when it writes too much: %s", async (what) => {
  const folder = await mkdtemp(join(tmpdir(), "git-program-test-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const stream = what === "output" ? "" : " >&2";
  await writeFile(join(folder, "git"), `#!/bin/sh\nhead -c 80000000 /dev/zero${stream}\nexit 1\n`, {
    mode: 0o755,
  });
  const git = createGitProgram({ allowFiles: true, searchPath: `${folder}:/usr/bin:/bin` });
  const run = git.withRepository(
    { url: "file:///nowhere" },
    async (repository) => await repository.run(["fetch"]),
  );
  await expect(run).rejects.toMatchObject({ message: "The repository is too large to sync." });
});
