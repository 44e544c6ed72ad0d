import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rotateTokenKeys } from "@plugboard/api/routes";
import { listPages, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { atNight, type PostgresServer, startPostgres } from "@plugboard/test-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createAccountClient } from "../fixtures/account-client.fixture.ts";
import { runUntilReady, type ServerProcess } from "../fixtures/run-server.fixture.ts";
import { setUpFolders } from "../fixtures/set-up-folders.fixture.ts";
import { pathOf } from "../fixtures/set-up-server.fixture.ts";
import { openStorage } from "../storage/open-storage.ts";
import { backUp } from "./back-up.ts";
import { checkData, type DataLocation } from "./check-data.ts";
import { restore } from "./restore.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { runCommand } from "./run-command.ts";

const adminToken = "admin-token-of-the-tests";
const listSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("an operator's commands on %s", (kind) => {
  const newFolder = setUpFolders();
  let postgres: PostgresServer | undefined;
  beforeAll(async () => {
    if (kind === "PostgreSQL") postgres = await startPostgres();
  });
  afterAll(async () => await postgres?.remove());
  let databases = 0;
  const newLocation = async (): Promise<DataLocation> => {
    databases += 1;
    return { dataDir: await newFolder(), databaseUrl: await postgres?.createDatabase(`data_${databases}`) };
  };
  const start = ({ dataDir, databaseUrl }: DataLocation): Promise<ServerProcess> =>
    runUntilReady({
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    });
  const call = async (
    server: ServerProcess,
    method: string,
    path: string,
    body?: object,
  ): Promise<unknown> => {
    const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.url}${path}`, request);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const contentPath = async (server: ServerProcess): Promise<string> => {
    const first = async (path: string) => listSchema.parse(await call(server, "GET", path)).items[0]?.id;
    const spaceId = await first(pathOf(listSpaces));
    const pageId = await first(pathOf(listPages, { params: { spaceId } }));
    return pathOf(updatePageContent, { params: { spaceId, pageId } });
  };
  /** Writes and encrypts continuously until stopped. Returns the number of writes. */
  const keepBusy = (server: ServerProcess, path: string) => {
    const ending = new AbortController();
    const work = (async () => {
      let writes = 0;
      for (; !ending.signal.aborted; writes += 1) {
        await call(server, "PATCH", path, { markdown: `# Edit ${writes}\n` });
        await call(server, "POST", pathOf(rotateTokenKeys), {});
      }
      return writes;
    })();
    return {
      end: async () => {
        ending.abort();
        return await work;
      },
    };
  };

  it("back up, rotate the key and restore while a server writes", async () => {
    const location = await newLocation();
    const { dataDir } = location;
    const server = await start(location);
    const path = await contentPath(server);
    await call(server, "PATCH", path, { markdown: "# Kept\n" });
    const oldKey = await readFile(join(dataDir, "master.key"), "utf8");
    const output: string[] = [];
    const say = (line: string): void => void output.push(line);
    const load = keepBusy(server, path);
    const folder = join(await newFolder(), "backup");
    expect(await backUp(location, folder, say)).toBe(0);
    expect(await rotateKeys(location, "", say)).toBe(0);
    expect(await load.end()).toBeGreaterThan(0);
    expect(await checkData(location, say)).toBe(0);
    expect(await readFile(join(dataDir, "master.key"), "utf8")).not.toContain(oldKey.trim());
    await call(server, "PATCH", path, { markdown: "# Encrypted\n" });
    // The same rotation in steps, as on several machines.
    for (const step of ["begin", "reencrypt", "finish"])
      expect(await rotateKeys(location, step, say)).toBe(0);
    await expect(rotateKeys(location, "finish", say)).rejects.toThrow("Run rotate-keys begin first");
    await call(server, "PATCH", path, { markdown: "# Encrypted again\n" });
    await server.stop();
    expect(await checkData(location, say)).toBe(0);
    await writeFile(join(dataDir, "master.key"), oldKey);
    expect(await checkData(location, say)).toBe(1);
    expect(output).toContain("settings.value: cannot be decrypted with master.key");

    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await expect(backUp(location, folder, say)).rejects.toThrow("is not empty");
    const other = await newLocation();
    expect(await restore(other, folder, say)).toBe(0);
    expect(output.at(-1)).toMatch(
      /^The databases are intact\. master\.key decrypts all \d+ encrypted values\.$/,
    );
    const refused = kind === "SQLite" ? "already contains data" : "already has tables";
    await expect(restore(other, folder, say)).rejects.toThrow(refused);
    const restored = await start(other);
    const page = await call(restored, "GET", path);
    expect(page).toMatchObject({ markdown: expect.stringMatching(/^# (Kept|Edit \d+)\n/) });
    // Sequences continue after the restored rows.
    await call(restored, "PATCH", path, { markdown: "# After\n" });
    await restored.stop();
  });

  it("restore accounts with their sessions", { tags: ["night"] }, async () => {
    const account = { email: "ada@example.com", password: "correct horse battery" };
    const location = await newLocation();
    const server = await start(location);
    const link = server.log.find(({ firstOwner }) => firstOwner !== undefined)?.firstOwner ?? "";
    const client = createAccountClient(server.url);
    const owner = { token: link.split("#")[1], name: "Ada", ...account };
    expect(await client.post("/auth/first-owner", owner)).toMatchObject({ status: 200 });
    await server.stop();
    const folder = join(await newFolder(), "backup");
    expect(await backUp(location, folder, () => {})).toBe(0);
    const other = await newLocation();
    expect(await restore(other, folder, () => {})).toBe(0);
    const restored = await start(other);
    const again = createAccountClient(restored.url);
    expect(await again.post("/auth/sign-in/email", account)).toMatchObject({ status: 200 });
    expect((await again.get("/auth/sessions")).body).toMatchObject({ items: [{}, { current: true }] });
    await restored.stop();
  });

  it.runIf(kind === "SQLite")("find a damaged database", async () => {
    const location = await newLocation();
    await (await openStorage(location, () => {})).close();
    const file = join(location.dataDir, "platform.db");
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xff, 4096 * 2, 4096 * 4));
    const output: string[] = [];
    expect(await checkData(location, (line) => output.push(line))).toBe(1);
    expect(output.join("\n")).toMatch(/^platform\.db: /);
    expect(await runCommand(["backup", location.dataDir], { PLUGBOARD_DATA_DIR: location.dataDir })).toBe(1);
    expect(await runCommand(["explode"], {})).toBe(2);
  });
});
