import { createIntegration, IntegrationError } from "@plugboard/runtime";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { publish } from "./testing/publish.ts";

it("shows a disabled integration after its notice was dismissed, and enables it", async ({
  world,
  page,
  onTestFinished,
}) => {
  const integration = createIntegration({
    events: {
      installation_setup: () => {
        throw new IntegrationError("Moved away", 410);
      },
    },
  });
  await publish(world, integration, { name: "moved", title: "Moved" }, onTestFinished);
  const installationId = await world.install("moved");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${world.server.consoleUrl}/installed/${installationId}?tab=deliveries`);
  const notice = page.getByRole("region", { name: "Notice" });
  await notice.getByText("The integration moved was disabled").waitFor();
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await notice.waitFor({ state: "detached" });
  const own = page.getByRole("region", { name: "Deliveries to the integration" });
  await own.getByText("Disabled automatically: it responded with 410").waitFor();
  expect(await own.getByRole("button", { name: "Recover" }).count()).toBe(0);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await own.getByRole("button", { name: "Enable" }).click();
  await own.getByRole("button", { name: "Recover" }).waitFor();
  expect(await own.getByText("Disabled automatically").count()).toBe(0);
});
