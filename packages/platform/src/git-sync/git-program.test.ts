import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGitProgram } from "./git-program.ts";

it.each(["output", "messages"])("ends git when it writes too much: %s", async (what) => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-git-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const stream = what === "output" ? "" : " >&2";
  await writeFile(join(folder, "git"), `#!/bin/sh\nhead -c 80000000 /dev/zero${stream}\nexit 1\n`, {
    mode: 0o755,
  });
  const git = createGitProgram({ searchPath: `${folder}:/usr/bin:/bin` });
  await expect(git.run({ args: ["fetch"], folder })).rejects.toMatchObject({
    message: "git fetch failed: it took too long, or wrote too much",
  });
});
