import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getContract } from "@plugboard/api/routes";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { runCli } from "../program/run-cli.ts";

const manifest = (lines: string) => `name: triage
title: Triage
description: Labels issues
organization: acme
visibility: private
${lines}
`;

const contract = {
  name: "tracker",
  kinds: [{ kind: "project", title: "Project", plural: "projects" }],
  scopes: [{ scope: "issues:write", description: "Label issues" }],
  events: [
    {
      type: "issue_opened",
      summary: "An issue was opened",
      on: "project",
      version: "1",
      fields: { type: "object", properties: { issueId: { type: "string" } }, required: ["issueId"] },
      sample: { issueId: "iss_1" },
    },
  ],
};

const productModule = `import * as z from "zod";
export const contract = {
  name: "tracker",
  kinds: { project: { title: "Project", plural: "projects" } },
  events: {
    issue_opened: {
      on: "project",
      summary: "An issue was opened",
      fields: z.object({ issueId: z.string() }),
      sample: { issueId: "iss_1" },
    },
  },
};
`;

/** Creates a folder with a manifest, and a function that runs the CLI there. */
async function setUp(lines: string) {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-types-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "service-manifest.yaml"), manifest(lines));
  await writeFile(join(folder, "product.mjs"), productModule);
  const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
  await symlink(modules, join(folder, "node_modules"));
  const run = async (...args: readonly string[]) => {
    let output = "";
    const write = (text: string) => void (output += text);
    const code = await runCli({
      arguments: args,
      cwd: folder,
      env: {},
      home: folder,
      platform: process.platform,
      stdin: {},
      stdout: { write },
      stderr: { write },
      signal: new AbortController().signal,
    });
    return { code, output };
  };
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const writeScript = (text: string) => writeFile(join(folder, "index.ts"), text);
  return { run, read, writeScript };
}

async function serveContract(): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.statusCode = request.url === `/v1${getContract.path}` ? 200 : 404;
    response.end(JSON.stringify(contract));
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
}

describe("plugboard types --product", () => {
  it("takes the product from a server, and keeps it for the next time", async () => {
    const { run, read } = await setUp("product: tracker\nscopes: [issues:write]");
    expect(await run("types", "--product", await serveContract())).toMatchObject({ code: 0 });
    const types = await read("service-manifest.types.ts");
    expect(types).toContain("readonly issue_opened: {");
    expect(types).toContain('readonly kinds: "project";');
    expect(JSON.parse(await read("service-manifest.contract.json"))).toEqual(contract);
    expect(await run("types")).toMatchObject({
      code: 0,
      output: expect.stringContaining("is up to date"),
    });
  });

  it("takes the product from a module", async () => {
    const { run, read } = await setUp("product: tracker\nscopes: []");
    expect(await run("types", "--product", "./product.mjs")).toMatchObject({ code: 0 });
    expect(await read("service-manifest.types.ts")).toContain("readonly issue_opened: {");
  });

  it("rejects scopes that the product lacks, and a manifest for another product", async () => {
    const unknown = await setUp("product: tracker\nscopes: [deals:read]");
    await unknown.run("types", "--product", await serveContract());
    const checked = await unknown.run("check");
    expect(checked.output).toContain('"deals:read" is not an allowed value');
    const other = await setUp("product: crm\nscopes: []");
    expect(await other.run("types", "--product", "./product.mjs")).toMatchObject({
      code: 3,
      output: expect.stringContaining("Add `product: tracker` to service-manifest.yaml."),
    });
  });

  it.each([
    ["./missing.mjs", "can't be loaded"],
    ["./service-manifest.types.ts", "can't be loaded"],
  ])("says why %s is no product", async (source, message) => {
    const { run } = await setUp("product: tracker\nscopes: []");
    const { code, output } = await run("types", "--product", source);
    expect([code, output]).toEqual([3, expect.stringContaining(message)]);
  });
});

describe("plugboard check and publish", () => {
  const handling = (event: string) =>
    `import { createIntegration } from "@plugboard/runtime";\nexport default createIntegration({ events: { ${event}: () => undefined } } as object);\n`;

  it("compares the code with the product of its contract file", async () => {
    const { run, writeScript } = await setUp("product: tracker\nscopes: []\nscript: ./index.ts");
    await run("types", "--product", await serveContract());
    await writeScript(handling("issue_closed"));
    expect(await run("check")).toMatchObject({
      code: 3,
      output: expect.stringContaining('"issue_closed" is not an event'),
    });
  });

  it.each(["check", "publish"])("%s names unknown scopes and unknown events together", async (command) => {
    const { run, writeScript } = await setUp("product: tracker\nscopes: [deals:read]\nscript: ./index.ts");
    await run("types", "--product", await serveContract());
    await writeScript(handling("deal_won"));
    const { code, output } = await run(command);
    expect(code).toBe(3);
    expect(output).toContain('"deals:read" is not an allowed value');
    expect(output).toContain('"deal_won" is not an event');
  });

  it("compares the code with the documentation product by default", async () => {
    const { run, writeScript } = await setUp("scopes: []\nscript: ./index.ts");
    await writeScript(handling("space_view"));
    expect(await run("check")).toMatchObject({
      code: 3,
      output: expect.stringContaining(
        'The code handles space_view, which needs the scope "space:metadata:read".',
      ),
    });
  });
});
