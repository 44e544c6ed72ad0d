import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWorkerd } from "../sandboxes/find-workerd.ts";
import type {
  MessageFromRunner,
  MessageToRunner,
  RunnerSettings,
  ScriptLogLine,
} from "../protocol/runner-protocol.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";

/** The runner process. */
export interface RunnerProcess {
  readonly processId: number;
  /** The directory of its socket. */
  readonly directory: string;
  readonly capabilities: RunnerCapabilities;
  /** Resolves when the process has ended and its files are removed. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const entry = fileURLToPath(new URL(`../supervise/runner-process.${extension}`, import.meta.url));
const flags = extension === "ts" ? ["--conditions=@plugboard/source"] : [];

// Added to the drain time before the process is killed.
const endMilliseconds = 2_000;

/**
 * Starts the runner process and waits until it accepts requests.
 *
 * @throws {ScriptRunnerError} `runner_unavailable`
 */
export async function startRunnerProcess(
  settings: Omit<RunnerSettings, "directory">,
  onLog: (line: ScriptLogLine) => void,
): Promise<RunnerProcess> {
  try {
    findWorkerd();
  } catch (error) {
    throw new ScriptRunnerError("runner_unavailable", error instanceof Error ? error.message : String(error));
  }
  // Socket paths are limited to about 100 characters, so a deeply nested data directory doesn't work.
  const directory = await mkdtemp(join(tmpdir(), "plugboard-"));
  // Under root, sandboxes run as another user, which needs to traverse this directory.
  await chmod(directory, process.getuid?.() === 0 ? 0o711 : 0o700);
  // A separate process group: an interrupt from a terminal goes to the server, which drains the scripts.
  const child = spawn(process.execPath, [...flags, entry], {
    cwd: "/",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    detached: true,
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = (errors + String(chunk)).slice(-16_384);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      errors += error.message;
      resolve();
    });
    child.once("close", () => resolve());
  }).then(() => rm(directory, { recursive: true, force: true }));

  const send = (message: MessageToRunner): void => {
    if (child.connected) child.send(message, () => {});
  };
  const ready = new Promise<RunnerCapabilities>((resolve) => {
    child.on("message", (message: MessageFromRunner) => {
      if (message.type === "ready") resolve(message.capabilities);
      else onLog(message.line);
    });
  });
  send({ type: "start", settings: { ...settings, directory } });
  const capabilities = await Promise.race([ready, ended.then(() => undefined)]);
  if (capabilities === undefined || child.pid === undefined) {
    throw new ScriptRunnerError(
      "runner_unavailable",
      `The process that runs scripts failed to start: ${errors}`,
    );
  }
  return {
    processId: child.pid,
    directory,
    capabilities,
    ended,
    close: async () => {
      send({ type: "close" });
      const timer = setTimeout(
        () => child.kill("SIGKILL"),
        settings.limits.drainMilliseconds + endMilliseconds,
      );
      await ended;
      clearTimeout(timer);
    },
  };
}
