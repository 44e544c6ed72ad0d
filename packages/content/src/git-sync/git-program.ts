import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { PlatformError } from "@plugboard/platform";
import { type GitStop, stopMessages, toGitFailure } from "./git-failure.ts";
import { createGitFolder, removeGitLeftovers } from "./git-folders.ts";
import { gitLimits } from "./git-limits.ts";
import { type GitProtocol, type GitRemote, parseRemote } from "./git-remote.ts";
import { type GitNetwork, type GitTunnel, openGitTunnel } from "./git-tunnel.ts";

/** A user name and a password or token for an https remote. */
export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

/** Options of a Git command. */
export interface GitRunOptions {
  readonly input?: string | Uint8Array | undefined;
  /** Connects the command to the remote. Defaults to false, without network access. */
  readonly speaks?: boolean | undefined;
  /** Exit codes besides 0 that are not failures. Defaults to none. */
  readonly allowed?: readonly number[] | undefined;
  /** Receives the output in chunks; an error that it throws stops Git. Defaults to returning the output. */
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
}

/** An empty bare repository in a temporary folder, with one remote. */
export interface GitRepository {
  readonly folder: string;
  /** Runs Git. @throws PlatformError `conflict` if it fails or exceeds a limit */
  readonly run: (
    args: readonly string[],
    options?: GitRunOptions,
  ) => Promise<{ readonly output: string; readonly code: number }>;
}

/** Runs Git. */
export interface GitProgram {
  /** Checks that the platform can sync with a remote. @throws PlatformError `invalid_request` */
  readonly checkRemote: (url: string) => void;
  /** Deletes temporary folders of killed processes. */
  readonly removeLeftovers: () => Promise<void>;
  /** Opens a repository while `work` runs. @throws PlatformError `invalid_request`, `conflict` */
  readonly withRepository: <Result>(
    remote: { readonly url: string; readonly credentials?: GitCredentials | undefined },
    work: (repository: GitRepository) => Promise<Result>,
  ) => Promise<Result>;
}

/** The operator's settings for Git. */
export interface GitProgramOptions {
  /** Allows file URLs of repositories on this machine. Defaults to false. */
  readonly allowFiles?: boolean | undefined;
  /** The allowed networks of remotes and how to reach them. Defaults to direct connections to public addresses. */
  readonly network?: GitNetwork | undefined;
  /** A PEM file of trusted certificates for https remotes. Defaults to the system's. */
  readonly certificateFile?: string | undefined;
  /**
   * The key for ssh remotes and their known hosts. All spaces share the access of this key. Defaults to no
   * ssh remotes, since editors must not use the keys of the server's user.
   */
  readonly ssh?: { readonly identityFile: string; readonly knownHostsFile: string } | undefined;
  /** The timeout of one sync. Defaults to 120,000. */
  readonly timeoutMilliseconds?: number | undefined;
  /** The size limit of a fetch in bytes. Defaults to 256 MiB. */
  readonly maxRepositoryBytes?: number | undefined;
  /** The folder for temporary repositories. Defaults to the system's. */
  readonly temporaryFolder?: string | undefined;
  /** The search path for Git and its helpers. Defaults to `/usr/local/bin:/usr/bin:/bin`. */
  readonly searchPath?: string | undefined;
}

// Never runs code of a repository, ignores this machine's settings, and bounds Git's memory.
const settings = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.quotePath", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.bigFileThreshold", "4m"],
  ["core.packedGitWindowSize", "16m"],
  ["core.packedGitLimit", "256m"],
  ["core.deltaBaseCacheLimit", "16m"],
  ["pack.threads", "1"],
  ["pack.windowMemory", "64m"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  // One pack, bounded by the file size limit, instead of any number of loose objects.
  ["fetch.unpackLimit", "1"],
  ["transfer.fsckObjects", "true"],
  ["transfer.bundleURI", "false"],
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", "100"],
  ["http.lowSpeedTime", "20"],
  ["http.proxyAuthMethod", "basic"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["commit.gpgSign", "false"],
  ["credential.helper", ""],
  ["merge.renameLimit", "400"],
] as const;

/**
 * Creates the Git runner for syncs, which ignores other settings and hooks and limits time, memory and disk
 * space. Git can only connect through a tunnel to the host of its remote, at addresses that webhooks can
 * reach too.
 *
 * @example
 * import { createGitProgram } from "@plugboard/content";
 *
 * const git = createGitProgram({ allowFiles: true });
 * git.checkRemote("file:///srv/docs.git");
 */
export function createGitProgram({
  allowFiles = false,
  network = {},
  certificateFile,
  ssh,
  timeoutMilliseconds = 120_000,
  maxRepositoryBytes = gitLimits.repositoryBytes,
  temporaryFolder = tmpdir(),
  searchPath = "/usr/local/bin:/usr/bin:/bin",
}: GitProgramOptions = {}): GitProgram {
  const protocols: readonly GitProtocol[] = [
    "https:",
    ...(ssh === undefined ? [] : (["ssh:"] as const)),
    ...(allowFiles ? (["file:"] as const) : []),
  ];
  return {
    checkRemote: (url) => void parseRemote(url, protocols),
    removeLeftovers: async () => await removeGitLeftovers(temporaryFolder),
    withRepository: async ({ url, credentials }, work) => {
      const remote = parseRemote(url, protocols);
      const folder = await createGitFolder(temporaryFolder);
      const tunnel =
        remote.protocol === "file:" ? undefined : await openGitTunnel(remote, network, maxRepositoryBytes);
      const deadline = AbortSignal.timeout(timeoutMilliseconds);
      const base = environmentOf({ folder, searchPath });
      const speaking = {
        ...base,
        GIT_ALLOW_PROTOCOL: remote.protocol.slice(0, -1),
        ...(ssh !== undefined &&
          tunnel !== undefined && { GIT_SSH_COMMAND: toSshCommand(ssh, remote, tunnel) }),
        ...configuration([...settings, ...connectionOf({ tunnel, credentials, certificateFile })]),
      };
      try {
        return await work({
          folder,
          run: async (args, options = {}) => {
            const { speaks = false, allowed = [] } = options;
            const env = speaks ? speaking : base;
            const bounds = { maxFileBytes: maxRepositoryBytes, deadline };
            const { code, output, errors, stop } = await execute(args, { folder, env, ...options }, bounds);
            const refusal = speaks ? tunnel?.refusal() : undefined;
            if (stop !== undefined || refusal === "size")
              throw new PlatformError("conflict", stopMessages[stop ?? "size"]);
            if (code === 0 || allowed.includes(code)) return { output, code };
            if (refusal === "address")
              throw new PlatformError("conflict", "The remote's host is not at a public address.");
            throw toGitFailure(redact(errors, credentials), speaks);
          },
        });
      } finally {
        await tunnel?.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function environmentOf({ folder, searchPath }: { readonly folder: string; readonly searchPath: string }) {
  const identity = { NAME: "Plugboard", EMAIL: "plugboard@localhost" };
  return {
    PATH: searchPath,
    HOME: folder,
    LC_ALL: "C.UTF-8",
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    // An empty list allows no protocol.
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_SSH_VARIANT: "ssh",
    ...Object.fromEntries(
      Object.entries(identity).flatMap(([name, value]) => [
        [`GIT_AUTHOR_${name}`, value],
        [`GIT_COMMITTER_${name}`, value],
      ]),
    ),
    ...configuration(settings),
  };
}

/** Passes settings in the environment, where other users of this machine cannot read them. */
function configuration(all: readonly (readonly [name: string, value: string])[]): NodeJS.ProcessEnv {
  return {
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

interface Connection {
  readonly tunnel: GitTunnel | undefined;
  readonly credentials: GitCredentials | undefined;
  readonly certificateFile: string | undefined;
}

function connectionOf({ tunnel, credentials, certificateFile }: Connection): (readonly [string, string])[] {
  return [
    ...(certificateFile === undefined ? [] : [["http.sslCAInfo", certificateFile] as const]),
    ...(tunnel === undefined
      ? []
      : [["http.proxy", `http://git:${tunnel.secret}@127.0.0.1:${tunnel.port}`] as const]),
    ...(credentials === undefined
      ? []
      : [["http.extraHeader", `Authorization: Basic ${toLogin(credentials)}`] as const]),
  ];
}

function toLogin({ username, password }: GitCredentials): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

/** Removes credentials from Git's output, because servers can echo them in messages. */
function redact(text: string, credentials: GitCredentials | undefined): string {
  if (credentials === undefined) return text;
  return text.replaceAll(toLogin(credentials), "•••").replaceAll(credentials.password, "•••");
}

interface Command extends GitRunOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Bounds {
  readonly maxFileBytes: number;
  readonly deadline: AbortSignal;
}

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  readonly stop: GitStop | undefined;
}

// The limits apply to Git and its child processes, where the system supports them. If the signal for an
// oversized file is ignored, the write fails and Git reports it.
const limiter =
  'trap "" XFSZ; ulimit -c 0; ulimit -f "$1"; ulimit -v "$2" 2>/dev/null; ulimit -t "$3"; shift 3; exec git "$@"';
const stopErrors: readonly (readonly [pattern: RegExp, stop: GitStop])[] = [
  [/signal 24\b/, "time"],
  [/File too large|out of memory|unable to (?:malloc|mmap)|cannot allocate|mmap failed/i, "size"],
];

function findStop(errors: string): GitStop | undefined {
  return stopErrors.find(([pattern]) => pattern.test(errors))?.[1];
}

async function execute(
  args: readonly string[],
  { folder, env, input, onOutput }: Command,
  { maxFileBytes, deadline }: Bounds,
): Promise<Ended> {
  return await new Promise((resolve, reject) => {
    const bounds = [
      Math.ceil(maxFileBytes / 512),
      Math.ceil(gitLimits.memoryBytes / 1024),
      gitLimits.cpuSeconds,
    ];
    const child = spawn("/bin/sh", ["-c", limiter, "git", ...bounds.map(String), ...args], {
      cwd: folder,
      env,
      shell: false,
      // A separate process group, so that Git's helpers end with it.
      detached: true,
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    let stop: GitStop | undefined;
    let failure: unknown;
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {}
    };
    const end = (reason: GitStop): void => {
      stop ??= reason;
      kill();
    };
    const onDeadline = (): void => end("time");
    if (deadline.aborted) onDeadline();
    deadline.addEventListener("abort", onDeadline, { once: true });
    // The remote controls the size of both outputs.
    const keepIn = (chunks: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > gitLimits.outputBytes) end("size");
      else chunks.push(chunk);
    };
    const hand = (chunk: Buffer): void => {
      if (failure !== undefined) return;
      try {
        onOutput?.(chunk);
      } catch (error) {
        failure = error;
        kill();
      }
    };
    child.stdout.on("data", onOutput === undefined ? keepIn(output) : hand);
    child.stderr.on("data", keepIn(errors));
    child.on("error", (cause) =>
      reject(new PlatformError("conflict", "Git cannot be started on this server.", [], { cause })),
    );
    child.on("close", (code, signal) => {
      deadline.removeEventListener("abort", onDeadline);
      if (failure !== undefined) return reject(failure);
      const stderrText = Buffer.concat(errors).toString("utf8");
      const why =
        stop ??
        (signal === "SIGXCPU" ? "time" : undefined) ??
        (code === 0 ? undefined : findStop(stderrText));
      resolve({
        code: code ?? -1,
        output: Buffer.concat(output).toString("utf8"),
        errors: stderrText,
        stop: why,
      });
    });
    // Git can exit before it has read all of its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}

// Ignores the ssh settings and agent of the server's user, and trusts only listed hosts.
function toSshCommand(
  { identityFile, knownHostsFile }: NonNullable<GitProgramOptions["ssh"]>,
  { hostname, port }: GitRemote,
  tunnel: GitTunnel,
): string {
  const options = [
    "BatchMode=yes",
    "IdentityAgent=none",
    "IdentitiesOnly=yes",
    `IdentityFile=${quote(identityFile)}`,
    `UserKnownHostsFile=${quote(knownHostsFile)}`,
    "GlobalKnownHostsFile=/dev/null",
    "StrictHostKeyChecking=yes",
    "UpdateHostKeys=no",
    "ProxyCommand=none",
    "PermitLocalCommand=no",
    "ControlPath=none",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "PreferredAuthentications=publickey",
    "ConnectTimeout=15",
    "ServerAliveInterval=10",
    // The first value of an option counts, so these precede what Git appends.
    "HostName=127.0.0.1",
    `Port=${tunnel.port}`,
    // In the format of ssh-keyscan.
    `HostKeyAlias='${port === 22 ? hostname : `[${hostname}]:${port}`}'`,
  ];
  return ["ssh -F none", ...options.map((option) => `-o${option}`)].join(" ");
}

/** Quotes a path for Git's shell command and for an ssh option value. */
function quote(path: string): string {
  return `'"${path.replaceAll(/['"\\]/g, "")}"'`;
}
