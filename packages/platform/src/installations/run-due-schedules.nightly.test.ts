import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const subject = fileURLToPath(new URL("schedule-subject.fixture.ts", import.meta.url));

interface Planned {
  readonly id: string;
  readonly tickAt: number;
}

/** The maximum delay of a schedule's event after its tick (ms). */
const jitter = 60_000;

it("neither loses nor repeats a tick when the process is killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "schedules-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const start = String(Date.now());
  const launch = (mode: "run" | "drain") => {
    const flags = ["--conditions=@plugboard/source", subject, folder, start, mode];
    const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  };
  const promised: Planned[] = [];
  const readLine = async (lines: AsyncIterator<string>) => JSON.parse(String((await lines.next()).value));
  for (let strike = 0; strike < 5; strike += 1) {
    const { child, lines } = launch("run");
    promised.push(...(await readLine(lines)).planned);
    // Kills the process at a different moment of the one-second tick each time.
    await new Promise((resolve) => setTimeout(resolve, 700 + strike * 170));
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const { lines } = launch("drain");
  promised.push(...(await readLine(lines)).planned);
  const { ticks, now }: { ticks: { id: string; scheduledFor: string }[]; now: number } =
    await readLine(lines);

  const seen = ticks.map(({ id, scheduledFor }) => `${id} ${scheduledFor}`);
  expect(new Set(seen).size).toBe(seen.length);
  const due = promised.filter(({ tickAt }) => tickAt + jitter <= now);
  // Eight schedules, each with a tick at every start but the first.
  expect(due.length).toBeGreaterThan(30);
  expect(seen).toEqual(
    expect.arrayContaining(due.map(({ id, tickAt }) => `${id} ${new Date(tickAt).toISOString()}`)),
  );
});
