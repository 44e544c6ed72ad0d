import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listChanges } from "@plugboard/api/routes";
import { announcePagePresence, createComment, listPagePresence } from "@plugboard/content/routes";
import { createTestDatabase } from "@plugboard/test-postgres";
import { afterAll, describe, expect, it } from "vitest";
import { createEventSourceReader } from "../../src/fixtures/event-source-reader.fixture.ts";
import { adminToken, pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

// The folder contains the key that encrypts the secrets.
const dataDir = await mkdtemp(join(tmpdir(), "reference-server-"));
const config = { dataDir, databaseUrl: await createTestDatabase() };

describe("two processes on one database", () => {
  const first = setUpServer("PostgreSQL", config);
  const second = setUpServer("PostgreSQL", config);
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const listOn = async ({ succeed }: typeof first, params: Readonly<Record<string, string>>) =>
    JSON.stringify(await succeed(listPagePresence, { params }));

  it("share who has a page open, and report changes that have no event", async () => {
    const { space: spaceId, page: pageId } = first.seeded();
    const params = { spaceId, pageId };
    const changes = await createEventSourceReader(
      second.server().urls.console + pathOf(listChanges),
      adminToken,
    );
    const announce = (id: string, activity: string) =>
      first.succeed(announcePagePresence, { params, body: { id, activity } });
    // Processes share messages once both listen.
    await expect
      .poll(async () => {
        await announce("window", "viewing");
        return await listOn(second, params);
      })
      .toContain("window");
    await announce("window", "left");
    await changes.until((events) => events.some(({ data }) => data.includes("presence")));
    await expect.poll(() => listOn(second, params)).not.toContain("window");

    const anchor = { quote: "Welcome", before: "", after: "" };
    await first.succeed(createComment, { params, body: { anchor, text: "A comment" } });
    await changes.until((events) => events.some(({ data }) => data.includes("comments")));
    changes.close();
    expect([...first.errors, ...second.errors]).toEqual([]);
  });
});
