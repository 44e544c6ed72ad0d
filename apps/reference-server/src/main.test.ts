import { listSpaces } from "@plugboard/content/routes";
import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LogLine, runToEnd, runUntilReady } from "./fixtures/run-server.fixture.ts";
import { startHttp } from "@plugboard/test-http";
import { createTestDatabase } from "@plugboard/test-postgres";
import { pathOf } from "./fixtures/set-up-server.fixture.ts";
import { setUpFolders } from "./fixtures/set-up-folders.fixture.ts";

describe("the server's process", () => {
  const newFolder = setUpFolders();
  const oneLine = (pattern: string) => expect.stringMatching(new RegExp(`^${pattern}.*\\n$`));

  it("starts with the libraries that it needs, reports readiness and stops with exit code 0", async () => {
    const folder = await newFolder();
    const file = join(folder, "modules");
    const hook = `import { registerHooks } from "node:module";
      import { appendFileSync } from "node:fs";
      registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + "\\n"); return next(url, context); } });`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
    const server = await runUntilReady({ PLUGBOARD_DATA_DIR: folder, NODE_OPTIONS: preload });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: "ready" });
    const modules = await readFile(file, "utf8");
    expect(modules).toContain("/node_modules/hono/");
    const large = "@modelcontextprotocol/server better-auth highlight.js katex markdown-it nodemailer".split(
      " ",
    );
    expect(large.filter((name) => modules.includes(`/node_modules/${name}/`))).toEqual([]);
    const shown = server.log.find(({ adminToken }) => adminToken !== undefined);
    const headers = { authorization: `Bearer ${shown?.adminToken}` };
    expect((await fetch(`${server.url}${pathOf(listSpaces)}`, { headers })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.log.at(-1)?.msg).toBe("stopped");
  });

  it("reports that its port is in use", { tags: ["night"] }, async () => {
    const { port, close } = await startHttp((_request, response) => response.end());
    const ended = await runToEnd({ PORT: String(port), PLUGBOARD_DATA_DIR: await newFolder() });
    await close();
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine(`Cannot listen on port ${port} of 127.0.0.1: it is in use. Set PORT to another one`),
    });
  });

  it("reports that its data folder cannot be written", { tags: ["night"] }, async () => {
    const file = join(await newFolder(), "file");
    await writeFile(file, "");
    expect(await runToEnd({ PLUGBOARD_DATA_DIR: join(file, "data") })).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine("PLUGBOARD_DATA_DIR: .+ cannot be written: "),
    });
  });

  it("names an invalid variable", { tags: ["night"] }, async () => {
    expect(await runToEnd({ PORT: "no number" })).toEqual({
      code: 1,
      stdout: "",
      stderr: "PORT must be a number from 0 to 65535.\n",
    });
  });

  it("warns about a misspelled variable and starts", { tags: ["night"] }, async () => {
    const env = { PLUGBOARD_DATA_DIR: await newFolder(), PLUGBOARD_ADMINTOKEN: "secret" };
    const server = await runUntilReady(env);
    expect(server.log[0]).toMatchObject({ level: 40, variables: ["PLUGBOARD_ADMINTOKEN"] });
    await server.stop();
  });

  it("reports that its database does not respond", { tags: ["night"] }, async () => {
    const env = {
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
      PLUGBOARD_DATA_DIR: await newFolder(),
    };
    expect(await runToEnd(env)).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine("DATABASE_URL: the database cannot be used: .*ECONNREFUSED"),
    });
  });

  it("rejects a database role without row policies unless the operator allows it", {
    tags: ["night"],
  }, async () => {
    const env = {
      DATABASE_URL: await createTestDatabase("superuser"),
      PLUGBOARD_DATA_DIR: await newFolder(),
    };
    expect(await runToEnd(env)).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine("DATABASE_URL: PostgreSQL applies no row policies to the role postgres"),
    });
    const server = await runUntilReady({ ...env, PLUGBOARD_DATABASE_SUPERUSER: "allow" });
    expect(server.log[0]).toMatchObject({ level: 50, err: { code: "policies_bypassed" } });
    await server.stop();
  });

  it("shows the first owner's link once, and a new one on request", { tags: ["night"] }, async () => {
    const env = { PLUGBOARD_DATA_DIR: await newFolder() };
    const linkOf = ({ log }: { readonly log: readonly LogLine[] }) =>
      log.find(({ msg }) => msg === "ready")?.firstOwner;
    const first = await runUntilReady(env);
    expect(linkOf(first)).toMatch(/\/welcome#[\w-]{32}$/);
    await first.stop();
    const second = await runUntilReady(env);
    expect(linkOf(second)).toBeUndefined();
    const { code, stdout } = await runToEnd(env, ["first-owner"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/\/welcome#[\w-]{32}\n$/) });
    const use = async (link: string, email: string) => {
      const response = await fetch(`${second.url}/auth/first-owner`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: second.url },
        body: JSON.stringify({
          token: link.split("#")[1]?.trim(),
          name: "Ada",
          email,
          password: "correct horse battery",
        }),
      });
      return response.status;
    };
    expect(await use(linkOf(first) ?? "", "eve@example.com")).toBe(403);
    expect(await use(stdout, "ada@example.com")).toBe(200);
    expect(await runToEnd(env, ["first-owner"])).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine("An owner already exists"),
    });
    await second.stop();
  });

  it.runIf(process.platform !== "win32")("writes files with owner-only permissions", async () => {
    const [dataDir, backup] = [await newFolder(), join(await newFolder(), "backup")];
    const server = await runUntilReady({ PLUGBOARD_DATA_DIR: dataDir });
    expect(await runToEnd({ PLUGBOARD_DATA_DIR: dataDir }, ["backup", backup])).toMatchObject({ code: 0 });
    for (const folder of [dataDir, backup])
      for (const file of await readdir(folder))
        expect([file, ((await stat(join(folder, file))).mode & 0o777).toString(8)]).toEqual([file, "600"]);
    await server.stop();
  });

  it("reports that another server uses its data folder, or that the key does not match", {
    tags: ["night"],
  }, async () => {
    const [own, other] = [await newFolder(), await newFolder()];
    const server = await runUntilReady({ PLUGBOARD_DATA_DIR: own });
    expect(await runToEnd({ PLUGBOARD_DATA_DIR: own })).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine("PLUGBOARD_DATA_DIR: .+ is in use by another server"),
    });
    await server.stop();
    await (await runUntilReady({ PLUGBOARD_DATA_DIR: other })).stop();
    await copyFile(join(other, "master.key"), join(own, "master.key"));
    expect(await runToEnd({ PLUGBOARD_DATA_DIR: own })).toEqual({
      code: 1,
      stdout: "",
      stderr: oneLine("PLUGBOARD_DATA_DIR: master.key does not match the key that"),
    });
  });
});
