import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { listSpaces } from "./client/routes.ts";
import { contentContract } from "./product/contract.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";

const folder = join(import.meta.dirname, "..");

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  server.close();
  return port;
}

it("lists the required scope of each event", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const [, table = ""] = /\| event \| required scope \|\n.*?\n(.*?)\n\n/s.exec(readme) ?? [];
  const rows = table.split("\n").flatMap((row) => {
    const [, events = "", scope = ""] = row.split("|").map((cell) => cell.trim());
    return events.split(", ").map((event) => [event.replaceAll("`", ""), scope.replaceAll("`", "")]);
  });
  const expected = Object.entries(contentContract.events).map(([event, { scope }]) => [event, scope]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
});

it("names each package of an example in an install command", async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const installed = [...readme.matchAll(/npm install ([^`\n]+)/g)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  const imported = [...readme.matchAll(/ from "((?:@[^/"]+\/)?[^/".:]+)[^":]*";/g)].map(([, name]) => name);
  expect(installed).toEqual(expect.arrayContaining(imported));
  expect(imported).toContain("jose");
});

describe("the README's example", () => {
  it("is a platform of 40 lines that serves its API", async () => {
    const readme = await readFile(join(folder, "README.md"), "utf8");
    const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
    const lines = code.split("\n").filter((line) => /\w/.test(line) && !/^import|^ {2}\w+,$/.test(line));
    expect(lines.length).toBeLessThanOrEqual(40);
    // Inside the package, so that its name resolves to its sources.
    const location = await mkdtemp(join(folder, ".readme-"));
    onTestFinished(() => rm(location, { recursive: true, force: true }));
    await writeFile(join(location, "example.ts"), code);
    const port = await freePort();
    const example = spawn(process.execPath, ["--conditions=@plugboard/source", "example.ts"], {
      cwd: location,
      env: {
        ...process.env,
        PORT: String(port),
        PLATFORM_KEY: randomBytes(32).toString("base64"),
        ADMIN_TOKEN: "sesame",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(async () => {
      example.kill();
      await once(example, "exit");
    });
    await once(createInterface({ input: example.stdout }), "line");
    const get = (path: string, token: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const spaces = await get(`/v1${listSpaces.path}`, "sesame");
    expect([spaces.status, await spaces.json()]).toMatchObject([200, { items: [{ title: "Handbook" }] }]);
    expect((await get(`/v1${listSpaces.path}`, "somebody-else")).status).toBe(401);
    expect((await get("/integrations/ins_unknown", "")).status).toBe(404);
    expect(await (await get("/", "")).text()).toBe("Your product");
  });
});
