import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { PlatformError } from "../common/platform-error.ts";

/** One run of the `git` program. */
export interface GitRun {
  readonly args: readonly string[];
  /** The folder it works in. */
  readonly folder: string;
  readonly input?: string | undefined;
  /** The remote that it speaks to, with what signs in there. */
  readonly remote?: { readonly url: string; readonly credentials?: GitCredentials | undefined } | undefined;
  /** Exit codes besides 0 that are no failure. */
  readonly allowed?: readonly number[] | undefined;
}

/** A name and a password or token for an https remote. */
export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

/** Runs git. */
export interface GitProgram {
  /** @throws PlatformError `invalid_request` for a remote that is not one to use. */
  readonly checkRemote: (url: string) => void;
  /** @throws PlatformError `conflict` with what git says when it fails. @returns what it wrote, and its exit code. */
  readonly run: (run: GitRun) => Promise<{ readonly output: string; readonly code: number }>;
}

/** What the operator decides about git. */
export interface GitProgramOptions {
  /** Lets spaces be bound to repositories in this machine's folders. Default: false. */
  readonly allowFiles?: boolean | undefined;
  /** Lets remotes be in the operator's own networks. Default: false. */
  readonly allowPrivateNetworks?: boolean | undefined;
  /** A file of certificates (PEM) that https remotes are trusted by, in place of this machine's. */
  readonly certificateFile?: string | undefined;
  /**
   * How ssh signs in, and which hosts it knows: every space may reach what this key reaches. Without it there are no ssh remotes,
   * since the keys of the user that the server runs as are not for those who write pages.
   */
  readonly ssh?: { readonly identityFile: string; readonly knownHostsFile: string } | undefined;
  /** For each run. Default: two minutes. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Where git, and what git starts, is looked for. Default: `/usr/local/bin:/usr/bin:/bin`. */
  readonly searchPath?: string | undefined;
}

const maxOutputBytes = 64 * 1024 * 1024;
const maxMessageCharacters = 500;

// Nothing of a repository may run here, and nothing of this machine's settings counts.
const settings = [
  ["core.hooksPath", "/dev/null"],
  ["core.symlinks", "false"],
  ["core.fsmonitor", "false"],
  ["core.autocrlf", "false"],
  ["core.quotePath", "false"],
  ["core.attributesFile", "/dev/null"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["transfer.fsckObjects", "true"],
  ["http.followRedirects", "false"],
  ["gc.auto", "0"],
  ["commit.gpgSign", "false"],
  ["credential.helper", ""],
] as const;

/**
 * Git sync by the `git` program of this machine. It is started without a shell, with settings of its own alone, without hooks, for
 * remotes at public addresses.
 *
 * @example
 * import { createGitProgram } from "@plugboard/platform";
 *
 * const git = createGitProgram({ allowFiles: true });
 * git.checkRemote("file:///srv/docs.git");
 */
export function createGitProgram({
  allowFiles = false,
  allowPrivateNetworks = false,
  certificateFile,
  ssh: sshFiles,
  timeoutMilliseconds = 120_000,
  searchPath = "/usr/local/bin:/usr/bin:/bin",
}: GitProgramOptions = {}): GitProgram {
  const protocols = ["https:", ...(sshFiles === undefined ? [] : ["ssh:"]), ...(allowFiles ? ["file:"] : [])];
  const checkRemote = (url: string): URL => {
    const remote = URL.parse(url);
    if (remote === null || !protocols.includes(remote.protocol) || /[\s\p{Cc}]/u.test(url))
      throw refusedRemote(
        `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(" or ")}`,
      );
    // ssh:// names its user; a password belongs in the credentials, which are kept sealed.
    if (remote.password !== "" || (remote.protocol !== "ssh:" && remote.username !== ""))
      throw refusedRemote("must hold no password: give it as credentials");
    if (remote.hostname.startsWith("-") || remote.username.startsWith("-"))
      throw refusedRemote("must not begin with a hyphen");
    return remote;
  };
  const addressOf = async ({ hostname }: URL): Promise<string> => {
    const name = hostname.replaceAll(/[[\]]/g, "");
    const addresses = await lookup(name, { all: true }).catch(() => []);
    const [first] = addresses;
    if (first === undefined)
      throw new PlatformError("conflict", `The remote's host ${hostname} cannot be found.`);
    if (
      !allowPrivateNetworks &&
      !addresses.every(({ address }) => ipaddr.process(address).range() === "unicast")
    )
      throw new PlatformError("conflict", `The remote's host ${hostname} is not at a public address.`);
    return first.address;
  };
  /** Settings that hold git to the address that was looked at, and sign it in, out of sight of other processes. */
  const connect = async (remote: GitRun["remote"]) => {
    const local = { config: [], ssh: "ssh", secrets: [] };
    if (remote === undefined) return local;
    const url = checkRemote(remote.url);
    if (url.protocol === "file:") return local;
    const address = await addressOf(url);
    const { username, password } = remote.credentials ?? { username: "", password: "" };
    const login = Buffer.from(`${username}:${password}`).toString("base64");
    const port = url.port === "" ? "443" : url.port;
    const config = [
      ...(certificateFile === undefined ? [] : [["http.sslCAInfo", certificateFile] as const]),
      ["http.curloptResolve", `${url.hostname}:${port}:${address.includes(":") ? `[${address}]` : address}`],
      ...(password === "" ? [] : [["http.extraHeader", `Authorization: Basic ${login}`] as const]),
    ] as const;
    return {
      config,
      ssh: sshFiles === undefined ? "ssh" : toSshCommand(sshFiles, { host: url.hostname, address }),
      // A server may repeat what it was sent, and git writes down what a server says.
      secrets: password === "" ? [] : [login, password],
    };
  };
  return {
    checkRemote: (url) => void checkRemote(url),
    run: async ({ args, folder, input, remote, allowed = [] }) => {
      const { config, ssh, secrets } = await connect(remote);
      const all = [...settings, ...config];
      const environment = {
        PATH: searchPath,
        HOME: folder,
        LC_ALL: "C.UTF-8",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_TERMINAL_PROMPT: "0",
        GIT_ALLOW_PROTOCOL: protocols.map((name) => name.slice(0, -1)).join(":"),
        GIT_SSH_COMMAND: ssh,
        GIT_CONFIG_COUNT: String(all.length),
        ...Object.fromEntries(
          all.flatMap(([name, value], index) => [
            [`GIT_CONFIG_KEY_${index}`, name],
            [`GIT_CONFIG_VALUE_${index}`, value],
          ]),
        ),
      };
      const { code, output, errors } = await execute(args, folder, environment, input, timeoutMilliseconds);
      if (code === 0 || allowed.includes(code)) return { output, code };
      const said = secrets.reduce<string>((text, secret) => text.replaceAll(secret, "•••"), errors);
      const message = said.trim().slice(-maxMessageCharacters).replaceAll(folder, "");
      throw new PlatformError("conflict", `git ${args[0] ?? ""} failed: ${message || `exit code ${code}`}`);
    },
  };
}

async function execute(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  input: string | undefined,
  timeout: number,
): Promise<{ readonly code: number; readonly output: string; readonly errors: string }> {
  return await new Promise((resolve, reject) => {
    const child = spawn("git", args, { cwd, env, timeout, killSignal: "SIGKILL", shell: false });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    // A remote decides how much comes of either.
    const keepIn = (chunks: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) child.kill("SIGKILL");
      else chunks.push(chunk);
    };
    child.stdout.on("data", keepIn(output));
    child.stderr.on("data", keepIn(errors));
    child.on("error", (cause) =>
      reject(new PlatformError("conflict", `git cannot be started: ${cause.message}.`, [], { cause })),
    );
    child.on("close", (code) =>
      resolve({
        code: code ?? -1,
        output: Buffer.concat(output).toString("utf8"),
        errors:
          code === null ? "it took too long, or wrote too much" : Buffer.concat(errors).toString("utf8"),
      }),
    );
    // Its end may come before all of the input was read.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}

// Neither the settings nor the agent of the user that the server runs as sign in.
function toSshCommand(
  { identityFile, knownHostsFile }: NonNullable<GitProgramOptions["ssh"]>,
  { host, address }: { readonly host: string; readonly address: string },
): string {
  const options = [
    "BatchMode=yes",
    "IdentityAgent=none",
    "IdentitiesOnly=yes",
    `IdentityFile=${quote(identityFile)}`,
    `UserKnownHostsFile=${quote(knownHostsFile)}`,
    `HostName=${address}`,
    `HostKeyAlias=${host}`,
  ];
  return ["ssh -F none", ...options.map((option) => `-o${option}`)].join(" ");
}

/** A path as one word of a command line that git hands to a shell, and as one value of an option of ssh. */
function quote(path: string): string {
  return `'"${path.replaceAll(/['"\\]/g, "")}"'`;
}

function refusedRemote(message: string): PlatformError {
  return new PlatformError("invalid_request", `remote: ${message}.`, [{ path: "remote", message }]);
}
