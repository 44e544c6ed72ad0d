import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp, type Server, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { connect, createServer as createTcpServer, type Server as NetServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { createIntegration } from "@plugboard/runtime";
import { generate } from "selfsigned";
import { describe, expect, it, onTestFinished } from "vitest";
import { listSpaces } from "../spaces/content.ts";
import { createSpace } from "../spaces/edit-spaces.ts";
import { listPagesWithText, savePage } from "../spaces/pages.ts";
import { openMemoryPlatform } from "../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { bindGit, getGitBinding, requestGitSync } from "./git-bindings.ts";
import { createGitProgram, type GitProgramOptions } from "./git-program.ts";
import { createRepository, type TestRepository } from "./git-repository.fixture.ts";
import { parseRemote } from "./git-remote.ts";
import { openGitTunnel } from "./git-tunnel.ts";
import { runDueSync } from "./run-due-syncs.ts";

const password = "pass-word-of-the-remote";
const login = Buffer.from(`robot:${password}`).toString("base64");
const sshd = "/usr/sbin/sshd";

/** A space connected to a remote in both directions. */
async function bind(
  remote: string,
  options: GitProgramOptions,
  more: Partial<Parameters<typeof bindGit>[3]> = {},
) {
  const git = createGitProgram({ network: { allowNetworks: ["127.0.0.0/8"] }, ...options });
  const { platform, clock } = await openMemoryPlatform(createIntegration({}));
  const [seeded] = await listSpaces(platform);
  const organizationId = seeded?.organizationId ?? "";
  const { id: spaceId } = await createSpace(platform, { organizationId, title: "Docs" });
  const settings = { remote, branch: "main", folder: "", direction: "both" as const, ...more };
  await bindGit(platform, git, spaceId, settings);
  const errors: unknown[] = [];
  const sync = async () => {
    clock.now += 1000;
    await requestGitSync(platform, spaceId);
    await runDueSync(platform, git, (error) => errors.push(error));
    return (await getGitBinding(platform, spaceId)).lastSync;
  };
  return { platform, spaceId, sync, errors };
}

/** Imports a page from a remote, and exports an edit of it. */
async function syncBothWays(
  repository: TestRepository,
  { platform, spaceId, sync }: Awaited<ReturnType<typeof bind>>,
) {
  await repository.push({ "SUMMARY.md": "* [Guide](guide.md)\n", "guide.md": "# Guide\n" });
  expect(await sync()).toMatchObject({ state: "success" });
  const [page] = await listPagesWithText(platform, spaceId);
  expect(page).toMatchObject({ title: "Guide", markdown: "# Guide\n" });
  await savePage(platform, spaceId, page?.id ?? "", { markdown: "# Guide\n\nEdited here.\n" });
  expect(await sync()).toMatchObject({ state: "success" });
  expect(await repository.read("guide.md")).toBe("# Guide\n\nEdited here.\n");
}

/** Passes a request to Git's own CGI program (RFC 3875). */
function serveGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "https://git.test");
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "robot",
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: searchParams.toString(),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    for (const line of output.subarray(0, end).toString().split("\r\n")) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
}

/** A server with a self-signed certificate. */
async function listen(
  folder: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  listenAddress = "127.0.0.1",
) {
  const altNames = [
    { type: 7 as const, ip: "127.0.0.1" },
    { type: 2 as const, value: "git.example.com" },
  ];
  const names = { name: "subjectAltName" as const, altNames };
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    extensions: [names],
  });
  const certificateFile = join(folder, "certificate.pem");
  await writeFile(certificateFile, cert);
  const server: Server = createServer({ key, cert }, handle).listen(0, listenAddress);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { remote: `https://127.0.0.1:${port}/bare.git`, port, certificateFile };
}

describe("a remote over https", () => {
  const credentials = { username: "robot", password };

  it("syncs both ways with a user name and password", async () => {
    const repository = await createRepository();
    const { remote, certificateFile } = await listen(repository.folder, (request, response) => {
      if (request.headers.authorization === `Basic ${login}`)
        return serveGit(repository.folder, request, response);
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
    });
    await syncBothWays(repository, await bind(remote, { certificateFile }, { credentials }));
    const nobody = await bind(
      remote,
      { certificateFile },
      { credentials: { username: "robot", password: "no" } },
    );
    expect(await nobody.sync()).toMatchObject({ state: "failure" });
    const distrusting = await bind(remote, {}, { credentials });
    expect(await distrusting.sync()).toMatchObject({
      state: "failure",
      detail: expect.stringContaining("valid certificate"),
    });
  });

  it("doesn't reveal a password that the server repeats, and is not redirected to other hosts", async () => {
    const { folder } = await createRepository();
    const echo = await listen(folder, (request, response) =>
      response
        .writeHead(403, { "content-type": "text/plain" })
        .end(`refused ${request.headers.authorization} of ${password}\n`),
    );
    const space = await bind(echo.remote, { certificateFile: echo.certificateFile }, { credentials });
    const refused = await space.sync();
    expect(refused).toMatchObject({
      state: "failure",
      detail: expect.stringContaining("The host refused access."),
    });
    expect(JSON.stringify(refused)).not.toMatch(new RegExp(`${password}|${login}`));
    // The operator sees Git's output.
    expect(inspect(space.errors)).toMatch(/sync of spc_\w+ failed: The host refused access[^]*403/);
    expect(inspect(space.errors)).not.toMatch(new RegExp(`${password}|${login}`));
    const authorizations: (string | undefined)[] = [];
    const elsewhere = await listen(folder, (request, response) => {
      authorizations.push(request.headers.authorization);
      response.end();
    });
    const moved = await listen(folder, (request, response) =>
      response.writeHead(302, { location: new URL(request.url ?? "", elsewhere.remote).href }).end(),
    );
    const { sync } = await bind(moved.remote, { certificateFile: moved.certificateFile }, { credentials });
    expect([await sync(), authorizations]).toMatchObject([{ state: "failure" }, []]);
  });
});

describe("a remote whose host changes its address", () => {
  /** Resolves to one address first, then to another. */
  const rebind = (...addresses: readonly string[]) => {
    let calls = 0;
    return async () => {
      const address = addresses[Math.min(calls, addresses.length - 1)] ?? "";
      calls += 1;
      return [{ address, family: 4 }];
    };
  };

  it("is reached only at checked addresses, for every connection", async () => {
    const { folder, push } = await createRepository();
    await push({ "a.md": "# A\n" });
    const requests: string[] = [];
    const vetted = await listen(
      folder,
      (request, response) => {
        requests.push(request.url ?? "");
        serveGit(folder, request, response);
      },
      "127.0.0.2",
    );
    // On the same port, at the address that the name resolves to afterwards.
    let touched = 0;
    const inside = createTcpServer(() => void (touched += 1)).listen(vetted.port, "127.0.0.1");
    await once(inside, "listening");
    onTestFinished(() => void inside.close());
    const remote = `https://git.example.com:${vetted.port}/bare.git`;
    const { certificateFile } = vetted;
    const network = { allowNetworks: ["127.0.0.2/32"], lookup: rebind("127.0.0.2", "127.0.0.1") };
    const { sync } = await bind(remote, { certificateFile, network }, { direction: "import" });
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: "The remote's host is not at a public address.",
    });
    expect(requests.length).toBeGreaterThan(0);
    expect(touched).toBe(0);
    const steady = { ...network, lookup: rebind("127.0.0.2") };
    const other = await bind(remote, { certificateFile, network: steady }, { direction: "import" });
    expect(await other.sync()).toMatchObject({ state: "success" });
    expect(touched).toBe(0);
  });

  it("is not reached if any of its addresses is private", async () => {
    const lookup = async () => [
      { address: "127.0.0.2", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const network = { allowNetworks: ["127.0.0.2/32"], lookup };
    for (const remote of ["https://git.example.com/a.git", "ssh://git@git.example.com/a.git"]) {
      const ssh = { identityFile: "/nowhere/key", knownHostsFile: "/nowhere/known_hosts" };
      const { sync } = await bind(remote, { network, ssh });
      expect(await sync()).toMatchObject({ detail: "The remote's host is not at a public address." });
    }
  });

  it("fails with the same message for closed and open ports", async () => {
    const open = createTcpServer((socket) => socket.end("SSH-2.0-secret-banner\r\n")).listen(0, "127.0.0.1");
    await once(open, "listening");
    const closed = createTcpServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const portOf = (server: NetServer) => {
      const address = server.address();
      return typeof address === "object" ? address?.port : 0;
    };
    const ports = [portOf(open), portOf(closed)];
    closed.close();
    await once(closed, "close");
    onTestFinished(() => void open.close());
    const details: unknown[] = [];
    for (const port of ports) {
      const { sync } = await bind(`https://127.0.0.1:${port}/a.git`, {});
      details.push((await sync())?.detail);
    }
    expect(details[0]).toMatch(/^The repository cannot be reached\./);
    expect(details[1]).toBe(details[0]);
  });
});

it("lets Git through its tunnel only to the remote's host and port, with the tunnel's password", async () => {
  let touched = 0;
  const inside = createTcpServer((socket) => {
    touched += 1;
    socket.end();
  }).listen(0, "127.0.0.1");
  await once(inside, "listening");
  onTestFinished(() => void inside.close());
  const address = inside.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const remote = parseRemote(`https://127.0.0.1:${port}/a.git`, ["https:"]);
  const tunnel = await openGitTunnel(remote, { allowNetworks: ["127.0.0.0/8"] }, 1000);
  onTestFinished(async () => await tunnel.close());
  const ask = async (path: string, secret: string) => {
    const authorization = `Basic ${Buffer.from(`git:${secret}`).toString("base64")}`;
    const headers = { "proxy-authorization": authorization };
    const request = requestHttp({ port: tunnel.port, host: "127.0.0.1", method: "CONNECT", path, headers });
    request.end();
    const [{ statusCode }, socket] = await once(request, "connect");
    socket.destroy();
    return statusCode;
  };
  expect(await ask(`127.0.0.1:${port}`, "guess")).toBe(403);
  expect(await ask(`127.0.0.1:${tunnel.port}`, tunnel.secret)).toBe(403);
  expect(await ask(`localhost:${port}`, tunnel.secret)).toBe(403);
  expect(touched).toBe(0);
  expect(await ask(`127.0.0.1:${port}`, tunnel.secret)).toBe(200);
});

it("closes a connection that brings more than the limit", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.write("x".repeat(2000));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const remote = parseRemote(`ssh://git@127.0.0.1:${port}/a.git`, ["ssh:"]);
  const tunnel = await openGitTunnel(remote, { allowNetworks: ["127.0.0.0/8"] }, 1000);
  onTestFinished(async () => await tunnel.close());
  const socket = connect(tunnel.port, "127.0.0.1");
  socket.on("error", () => {}).resume();
  await once(socket, "close");
  expect(tunnel.refusal()).toBe("size");
});

it.each([
  "https://EXAMPLE.com/a.git",
  "https://example.com:443/a.git",
  "https:/example.com/a.git",
  "https://2130706433/a.git",
  "https://0x7f.1/a.git",
  "https://example.com/a/../b.git",
  "https://example.com",
  "https://8.8.8.8\\@127.0.0.1/a.git",
  "https://example.com/a.git\n",
])("rejects a remote that parsers can interpret differently: %j", (url) => {
  expect(() => parseRemote(url, ["https:"])).toThrow("must be in its normal form");
});

// Skipped on machines without an ssh server.
describe.skipIf(!existsSync(sshd))("a remote over ssh", () => {
  it("syncs both ways with a key, and only if the host is known", async () => {
    const repository = await createRepository();
    const { folder } = repository;
    const file = (name: string) => join(folder, name);
    for (const name of ["host", "robot"])
      execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file(name)]);
    const port = 20_000 + (process.pid % 20_000);
    await writeFile(
      file("sshd_config"),
      `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${file("host")}\nAuthorizedKeysFile ${file("robot.pub")}\nPidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n`,
    );
    // The directory in which sshd, run as root, isolates unauthenticated connections.
    if (userInfo().uid === 0) await mkdir("/run/sshd", { recursive: true });
    const server = spawn(sshd, ["-D", "-f", file("sshd_config")], { stdio: "ignore" });
    onTestFinished(() => void server.kill());
    await expect.poll(() => accepts(port)).toBe(true);
    const [type, key] = (await readFile(file("host.pub"), "utf8")).split(" ");
    await writeFile(file("known_hosts"), `[127.0.0.1]:${port} ${type} ${key}\n`);
    await writeFile(file("nobody"), "");
    const remote = `ssh://${userInfo().username}@127.0.0.1:${port}${join(folder, "bare.git")}`;
    const ssh = { identityFile: file("robot"), knownHostsFile: file("known_hosts") };
    await syncBothWays(repository, await bind(remote, { ssh }));
    const stranger = await bind(remote, { ssh: { ...ssh, knownHostsFile: file("nobody") } });
    expect(await stranger.sync()).toMatchObject({
      state: "failure",
      detail: expect.stringContaining("has not listed the host's SSH key"),
    });
  });
});

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
