import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Runs the steps of the Dockerfile without a container engine: below a temporary folder instead of `/`, then
 * starts the result with its entry point. It doesn't cover the base image, system packages, users and the
 * layers themselves.
 */
const port = "4807";
const root = mkdtempSync(join(tmpdir(), "plugboard-image-"));
const folders = ["/source", "/app", "/data"] as const;
const steps = readFileSync("Dockerfile", "utf8")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => /^[A-Z]/.test(line));
/** Moves the image's paths below the temporary folder. */
const below = (text: string): string =>
  folders.reduce(
    (rest, folder) => rest.replaceAll(new RegExp(`(?<![\\w.])${folder}\\b`, "g"), root + folder),
    text,
  );

let folder = root;
let env: Record<string, string> = {};
let entry: readonly string[] = [];
for (const step of steps) {
  const [, name = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(step) ?? [];
  console.log(step.slice(0, 110));
  if (name === "WORKDIR") mkdirSync((folder = below(rest)), { recursive: true });
  if (name === "FROM") env = {};
  if (name === "ENV")
    for (const [, key = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) env[key] = below(value);
  if (name === "ENTRYPOINT") entry = JSON.parse(rest);
  if (name === "COPY" && rest === ". .") copyContext(folder);
  if (name === "RUN" && rest.startsWith("apt-get")) console.log("  skipped: requires the base image");
  else if (name === "RUN") run(below(rest.replaceAll(/--mount=\S+/g, "")));
}
// The second stage keeps nothing else.
rmSync(join(root, "source"), { recursive: true });
await start();
rmSync(root, { recursive: true });

/**
 * Copies the files tracked by Git (the build context of a clean checkout), except those in `.dockerignore`.
 */
function copyContext(to: string): void {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { encoding: "utf8", maxBuffer: 1e8 });
  for (const file of stdout.split("\0").filter(Boolean)) {
    if (ignored.some((each) => file === each || file.startsWith(`${each}/`))) continue;
    mkdirSync(join(to, dirname(file)), { recursive: true });
    cpSync(file, join(to, file), { verbatimSymlinks: true });
  }
}

function run(command: string): void {
  const { status } = spawnSync("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`this step failed with exit code ${status}: ${command}`);
}

async function start(): Promise<void> {
  const [program = "", ...parameters] = entry;
  mkdirSync(join(root, "data"), { recursive: true });
  const server = spawn(program, parameters, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env, HOST: "127.0.0.1", PORT: port },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    for (const path of ["/readyz", "/", "/v1/openapi.json"]) {
      const response = await fetchSoon(`http://127.0.0.1:${port}${path}`);
      console.log(`${path} responds with ${response.status}`);
      if (!response.ok) process.exitCode = 1;
    }
  } finally {
    server.kill("SIGTERM");
  }
}

async function fetchSoon(url: string): Promise<Response> {
  for (let tries = 0; tries < 120; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return response;
    await delay(500);
  }
  throw new Error(`${url} did not respond`);
}
