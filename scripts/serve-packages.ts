import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describePackage } from "./serve-packages/describe-package.ts";
import { packAll } from "./test-packages/pack.ts";

// `pnpm packages` runs a local registry with this checkout's packages, for other projects on this machine.
// With it, the commands in the documentation work as if the packages were published. Build the packages
// first.

const port = 4873;
const address = `http://127.0.0.1:${port}`;

const folder = await mkdtemp(join(tmpdir(), "plugboard-registry-"));
const responses = new Map<string, { readonly type: string; readonly body: string | Uint8Array }>();
for (const { name, file } of await packAll(folder)) {
  const tarball = await readFile(file);
  const path = `/tarballs/${basename(file)}`;
  responses.set(path, { type: "application/octet-stream", body: tarball });
  const body = JSON.stringify(describePackage(tarball, address + path));
  responses.set(`/${name}`, { type: "application/json", body });
}

const server = createServer(({ url = "" }, response) => {
  const found = responses.get(decodeURIComponent(url));
  if (found === undefined) response.writeHead(404).end("{}");
  else response.writeHead(200, { "content-type": found.type }).end(found.body);
});
server.listen(port, "127.0.0.1", () =>
  console.log(`
  The packages of this checkout are at ${address}. In another terminal:

  npm config set @plugboard:registry ${address}

  Then install them as the documentation says. Ctrl-C ends this; "npm config delete @plugboard:registry" undoes the setting.
`),
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
const removePackages = (): void => void rm(folder, { recursive: true, force: true });
server.once("close", removePackages);
server.once("error", ({ message }) => {
  console.error(`Cannot serve the packages: ${message}. Is this command already running?`);
  process.exitCode = 1;
  removePackages();
});
