import {
  getInstallation,
  getTask,
  listInstallations,
  queueTask,
  renderComponent,
} from "@plugboard/api/routes";
import { createIntegration, resumeTask } from "@plugboard/runtime";
import { describe, expect } from "vitest";
import { publishSamples } from "../../playground/src/publish-samples.ts";
import { listSamples } from "../../playground/src/samples.ts";
import { it } from "./console-test.ts";
import { publish } from "./testing/publish.ts";
import { adminToken } from "./testing/server-process.ts";

describe("an installation", () => {
  it("is configured by its own component", async ({ world, page }) => {
    const { platform, server } = world;
    await publishSamples(
      { consoleUrl: server.consoleUrl, adminToken },
      listSamples("https://chat.example").filter(({ folder }) => folder === "settings-component"),
    );
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await page.goto(`${server.consoleUrl}/marketplace/settings-component/install`);
    await button("Allow and install").click();
    await button("Choose a style").click();
    await page.getByText("Enter a message first.").waitFor();
    await page.getByLabel("Message").fill("We move on Friday.");
    await button("Choose a style").click();
    await page.getByLabel("warning").check();
    await button("Save").click();
    await page.getByRole("heading", { name: "Installed in" }).waitFor();
    const { items } = await platform.call(listInstallations);
    const installationId = items.find(({ integration }) => integration === "settings-component")?.id ?? "";
    const rendered = await platform.call(renderComponent, {
      params: { installationId, componentId: "notice" },
      body: { context: { type: "document", theme: "light" } },
    });
    expect(JSON.stringify(rendered)).toContain("We move on Friday.");
  });

  it("is paused with a visible reason, and resumed", async ({ world, page }) => {
    const { platform, server } = world;
    const installationId = await world.install("content-digest");
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const paused = page.getByRole("region", { name: "Paused", exact: true });
    const read = () => platform.call(getInstallation, { params: { installationId } });
    const pause = async (reason?: string): Promise<void> => {
      await button("Pause…").click();
      if (reason !== undefined) await page.getByLabel("Reason").fill(reason);
      await button("Pause").click();
      await paused.waitFor();
    };
    await page.goto(`${server.consoleUrl}/installed/${installationId}`);
    await pause("It says the wrong day.");
    await paused.getByText("It says the wrong day.").waitFor();
    const toast = page.getByRole("dialog").filter({ hasText: "is paused" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await paused.waitFor({ state: "detached" });
    await pause();
    expect(await read()).toMatchObject({ status: "paused" });
    expect(await read()).not.toHaveProperty("pauseReason");
    await button("Resume").click();
    await pause("It says the wrong day.");
    await page.getByRole("link", { name: "Installed", exact: true }).first().click();
    await page.getByRole("row").getByText("It says the wrong day.").waitFor();
  });

  it("shows the progress of a task, and cancels it", async ({ world, page, onTestFinished }) => {
    const { platform, server } = world;
    const closing = new AbortController();
    const integration = createIntegration({
      task: async (event, context) => {
        const { step, report } = resumeTask(event, context);
        await report({ done: 40, total: 120, message: "Indexing pages" });
        for (let index = 0; !closing.signal.aborted; index += 1)
          await step(`wait ${index}`, () => new Promise<void>((resolve) => setTimeout(resolve, 200)));
      },
    });
    await publish(world, integration, { name: "indexer", title: "Indexer" }, (close) =>
      onTestFinished(async () => {
        closing.abort();
        await close();
      }),
    );
    const installationId = await world.install("indexer");
    const body = { installationId, task: { type: "index" } };
    const { id: taskId } = await platform.call(queueTask, { body });
    await page.goto(`${server.consoleUrl}/installed/${installationId}?tab=deliveries`);
    const tasks = page.getByRole("region", { name: "Tasks", exact: true });
    const task = tasks.getByRole("row").filter({ hasText: "index" });
    await task.getByText("40 of 120").waitFor();
    await task.getByText("running", { exact: true }).waitFor();
    await task.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Cancel task", exact: true }).click();
    await task.getByText("canceled", { exact: true }).waitFor();
    expect(await platform.call(getTask, { params: { installationId, taskId } })).toMatchObject({
      status: "canceled",
      progress: { done: 40, total: 120, message: "Indexing pages" },
    });
  });
});
