import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("write-busily.fixture.ts", import.meta.url));
const strikes = 12;

it("keeps all commits of a process that is killed while a thread copies its log", {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "busy-crash-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "notes.db");
  for (let strike = 0; strike < strikes; strike += 1) {
    const child = spawn(process.execPath, ["--conditions=@plugboard/source", program, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    let last = 0;
    const started = Promise.withResolvers<void>();
    createInterface(child.stdout).on("line", (line) => {
      last = Number(line);
      // The thread has started.
      if (last === 3000) started.resolve();
    });
    await started.promise;
    await delay(Math.random() * 200);
    child.kill("SIGKILL");
    await closed;
    const database = new DatabaseSync(file);
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    const { count } = database.prepare("SELECT count(*) AS count FROM notes").get() ?? {};
    // The last commits can be missing from the output.
    expect(Number(count)).toBeGreaterThanOrEqual(last);
    database.exec("DELETE FROM notes");
    database.close();
  }
});
