import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { createTestDatabase } from "@plugboard/test-postgres";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { editTogether, linesOf, typeAtEnd } from "./testing/open-together.ts";
import { startServerProcess } from "./testing/server-process.ts";

/** Starts the processes of a server that Ada and Bea use, and stops them afterwards. */
async function withConsoles(
  world: ConsoleWorld,
  database: "SQLite" | "PostgreSQL",
  run: (consoles: readonly string[]) => Promise<void>,
): Promise<void> {
  if (database === "SQLite") return await run([world.server.consoleUrl]);
  const dataDir = await mkdtemp(joinPath(tmpdir(), "plugboard-together-"));
  const variables = { DATABASE_URL: await createTestDatabase() };
  const servers = [await startServerProcess(dataDir, 0, variables)];
  try {
    // Each person uses another process.
    servers.push(await startServerProcess(dataDir, 0, variables));
    await run(servers.map(({ consoleUrl }) => consoleUrl));
  } finally {
    for (const server of servers) await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe.each(["SQLite", "PostgreSQL"] as const)("a shared draft on %s", (database) => {
  it("shows each other's text and carets, undoes only one's own changes, and is published as Markdown", async ({
    world,
  }) => {
    await withConsoles(world, database, async (consoles) => {
      const { ada, bea, spaceId, pageId } = await editTogether(world.browser, consoles);
      await typeAtEnd(bea, "The last line.", " Bea");
      await ada.getByText("The last line. Bea").waitFor();
      await typeAtEnd(ada, "The first line.", " Ada");
      await bea.getByText("The first line. Ada").waitFor();
      await bea.locator(".shared-caret[data-name='Ada Lovelace']").waitFor();

      // Both type at once.
      await Promise.all([ada.keyboard.type(" types here"), bea.keyboard.type(" types there")]);
      const both = ["The first line. Ada types here", "The middle line.", "The last line. Bea types there"];
      for (const page of [ada, bea]) await expect.poll(() => linesOf(page)).toEqual(both);
      // Each pause in typing begins another step.
      for (let step = 0; step < 3; step += 1) await ada.keyboard.press("Control+z");
      const undone = ["The first line.", "The middle line.", "The last line. Bea types there"];
      for (const page of [ada, bea]) await expect.poll(() => linesOf(page)).toEqual(undone);
      for (let step = 0; step < 3; step += 1) await ada.keyboard.press("Control+y");
      for (const page of [ada, bea]) await expect.poll(() => linesOf(page)).toEqual(both);

      await ada.getByText("Shared draft saved.").waitFor();
      await ada.getByRole("button", { name: "Publish" }).click();
      for (const page of [ada, bea])
        await page.getByText(/Published as rev_|No unpublished changes/).waitFor();
      // The administrator would need support access.
      const response = await ada.request.get(`${consoles[0]}/v1/spaces/${spaceId}/pages/${pageId}/content`);
      expect(await response.json()).toMatchObject({ markdown: `# Plan\n\n${both.join("\n\n")}` });
      for (const page of [ada, bea]) await page.context().close();
    });
  }, 300_000);
});

it("merges offline edits, even after a reload", async ({ world }) => {
  const { ada, bea } = await editTogether(world.browser, [world.server.consoleUrl]);
  await ada.context().setOffline(true);
  await typeAtEnd(ada, "The first line.", " offline");
  await ada.getByText("Couldn’t save the shared draft.").waitFor();
  await typeAtEnd(bea, "The middle line.", " online");
  await ada.context().setOffline(false);
  const both = ["The first line. offline", "The middle line. online", "The last line."];
  for (const page of [ada, bea]) await expect.poll(() => linesOf(page), { timeout: 20_000 }).toEqual(both);

  // A window that is closed before its text is sent, and opened again.
  await ada.route(/\/shared-draft\/changes$/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await ada.keyboard.type(" kept");
  await ada.getByText("Couldn’t save the shared draft.").waitFor();
  await ada.reload();
  await ada.unrouteAll({ behavior: "ignoreErrors" });
  const kept = ["The first line. offline kept", "The middle line. online", "The last line."];
  for (const page of [ada, bea]) await expect.poll(() => linesOf(page), { timeout: 20_000 }).toEqual(kept);
  for (const page of [ada, bea]) await page.context().close();
});
