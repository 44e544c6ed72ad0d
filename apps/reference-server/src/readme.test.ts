import { listPages, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { execFile, spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { parseServerConfig } from "./settings/parse-server-config.ts";
import { variables } from "./settings/variables.ts";
import type { Variable } from "./settings/variable.ts";
import { runUntilReady, type ServerProcess } from "./fixtures/run-server.fixture.ts";
import { pathOf } from "./fixtures/set-up-server.fixture.ts";
import { setUpFolders } from "./fixtures/set-up-folders.fixture.ts";

const source = import.meta.dirname;
const repository = join(source, "../../..");
const readme = await readFile(join(source, "../README.md"), "utf8");
const idsSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });
const adminToken = "admin-token-of-the-tests";

/** Returns the text below a heading, up to the next one. */
function section(heading: string): string {
  const [, rest = ""] = readme.split(new RegExp(`^##+ ${heading}$`, "m"));
  return rest.split(/^##+ /m)[0] ?? "";
}

/** Returns the table cells of a section by row. */
function rowsOf(heading: string): string[][] {
  const lines = section(heading)
    .split("\n")
    .filter((line) => line.startsWith("| "));
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

/** Returns the text between backticks. */
function codeIn(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

function blocksOf(heading: string): string[] {
  return [...section(heading).matchAll(/```sh\n(.*?)```/gs)].map(([, code = ""]) => code);
}

/** Runs a pasted block. The first failing command ends it. */
async function runBlock(block: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const options = { cwd, env: { ...process.env, ...env } };
  return (await promisify(execFile)("sh", ["-e", "-c", block], options)).stdout;
}

describe("the README's variables", () => {
  const rows = rowsOf("Variables").filter(([name = ""]) => /^`[A-Z_]+`$/.test(name));
  const table: readonly Variable<unknown>[] = Object.values(variables);

  it("match the variables the server reads, in the same order", () => {
    const expected = table.map(({ name, meaning, mustBe, default: value, otherwise }) => [
      `\`${name}\``,
      value === undefined ? ["none", otherwise].filter(Boolean).join(": ") : `\`${value}\``,
      meaning,
      name === "PLUGBOARD_DATA_DIR" ? "see [troubleshooting](#troubleshooting)" : `\`${name} ${mustBe}.\``,
    ]);
    expect(rows.map((row) => row.join(" | "))).toEqual(expected.map((row) => row.join(" | ")));
  });

  it.each(rowsOf("Variables").filter(([first = ""]) => first.includes("=")))(
    "%s is rejected as a whole: %s",
    (together, message) => {
      const env = Object.fromEntries(codeIn(together).map((pair) => pair.split(/=(.*)/)));
      expect(() => parseServerConfig(env)).toThrow(codeIn(message)[0]);
    },
  );
});

describe("the README's messages", () => {
  const messages = rowsOf("Troubleshooting").flatMap((row) => codeIn(row.slice(0, 2).join(" ")));

  it("match the server's messages", async () => {
    const packages = ["platform", "content"].map((name) => join(repository, "packages", name, "src"));
    const folders = [source, ...packages];
    const files = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((file) => join(folder, file)),
      ),
    );
    const own = files.flat().filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file));
    const code = await Promise.all(own.map((file) => readFile(file, "utf8")));
    // Some messages have two parts, so the text around a value is compared.
    const parts = messages
      .filter((message) => /\w \w/.test(message))
      .flatMap((message) => message.split(/…|^[A-Z_]+: |: (?=it is|this machine)/));
    const written = parts.map((part) => part.trim()).filter((part) => part.length > 2);
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((part) => !code.join("\n").includes(part))).toEqual([]);
  });
});

describe("the README's commands", () => {
  const newFolder = setUpFolders();

  async function startServer(folder: string, dataDir?: string): Promise<ServerProcess> {
    const variables = {
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      ...(dataDir !== undefined && { PLUGBOARD_DATA_DIR: dataDir }),
    };
    const server = await runUntilReady(variables, { cwd: folder });
    onTestFinished(async () => void (await server.stop()));
    return server;
  }

  const hasCurl = spawnSync("curl", ["--version"]).error === undefined;

  it.skipIf(!hasCurl)("publish and install an integration and show its log", async () => {
    const folder = await newFolder();
    const server = await startServer(folder);
    const [bundle = "", install = ""] = blocksOf("Publish and install an integration").map((block) =>
      block.replaceAll("/tmp/", `${folder}/`),
    );
    // Uses the packages' sources, which need no build.
    const fromSources = bundle.replace(
      "npx -y pnpm@12.18.0 exec esbuild",
      "esbuild --conditions=@plugboard/source",
    );
    await runBlock(fromSources, repository, {
      PATH: `${repository}/node_modules/.bin:${process.env["PATH"]}`,
    });
    const script = install.replace("http://127.0.0.1:4000", server.url).replace("admin_…", adminToken);
    const printed = await runBlock(script, repository);
    expect(JSON.parse(printed.slice(printed.lastIndexOf('{"items":')))).toMatchObject({
      items: [{ url: "http://127.0.0.1:4001/webhooks", status: "enabled" }],
    });
  });

  it("back up a running server and start another from the copy", { tags: ["night"] }, async () => {
    const folder = await newFolder();
    const server = await startServer(folder);
    const call = async (url: string, path: string, init: RequestInit = {}): Promise<unknown> => {
      const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
      return await (await fetch(`${url}${path}`, { ...init, headers })).json();
    };
    const firstId = async (path: string) => idsSchema.parse(await call(server.url, path)).items[0]?.id;
    const spaceId = await firstId(pathOf(listSpaces));
    const pageId = await firstId(pathOf(listPages, { params: { spaceId } }));
    const content = pathOf(updatePageContent, { params: { spaceId, pageId } });
    await call(server.url, content, { method: "PATCH", body: JSON.stringify({ markdown: "# Kept\n" }) });
    const command = blocksOf("Backup")
      .join("\n")
      .replace("node ", "node --conditions=@plugboard/source ")
      .replace("dist/main.js", "src/main.ts");
    await runBlock(command, folder, { REPOSITORY: repository });
    const restored = await startServer(folder, "backup");
    expect(await call(restored.url, content)).toMatchObject({ markdown: "# Kept\n" });
  });
});
