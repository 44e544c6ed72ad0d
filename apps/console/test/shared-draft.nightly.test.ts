import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { createTestDatabase } from "@plugboard/test-postgres";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { editTogether, lines, linesOf, typeAtEnd } from "./testing/open-together.ts";
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

it("keeps everyone's words while one window edits the source", async ({ world }) => {
  const { ada, bea } = await editTogether(world.browser, [world.server.consoleUrl]);
  await ada.getByRole("button", { name: "Source" }).click();
  const source = ada.getByLabel("Markdown");
  await expect.poll(() => source.inputValue()).toBe(`# Plan\n\n${lines.join("\n\n")}\n`);
  await source.focus();
  await ada.keyboard.press("Control+End");
  await typeAtEnd(bea, "The first line.", " Bea");
  // Formatting that Bea's editor shows, in the line below the one in which she types.
  await Promise.all([
    ada.keyboard.type("\n* **One** item\n* Two items", { delay: 20 }),
    bea.keyboard.type(" types while Ada writes Markdown", { delay: 20 }),
  ]);
  const first = "The first line. Bea types while Ada writes Markdown";
  // The editor adds an empty paragraph after a list at the end.
  const both = [first, lines[1], lines[2], "One item", "Two items", ""];
  await expect.poll(() => linesOf(bea)).toEqual(both);
  await expect
    .poll(() => source.inputValue())
    .toContain(`${first}\n\n${lines[1]}\n\n${lines[2]}\n\n* **One**`);
  // Only Ada's own edits are undone.
  for (let step = 0; step < 10; step += 1) await ada.keyboard.press("Control+z");
  await expect.poll(() => linesOf(bea)).toEqual([first, lines[1], lines[2], ""]);
  for (let step = 0; step < 10; step += 1) await ada.keyboard.press("Control+y");
  await expect.poll(() => linesOf(bea)).toEqual(both);
  await ada.getByRole("button", { name: "Text" }).click();
  await expect.poll(() => linesOf(ada)).toEqual(await linesOf(bea));
  for (const page of [ada, bea]) await page.context().close();
});
