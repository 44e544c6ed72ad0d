import { createOrganization } from "@plugboard/api/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("lists the next steps of a new organization until all are done", async ({
  world: { platform, server },
  page,
}) => {
  const made = Date.now();
  const { id } = await platform.call(createOrganization, {
    body: { title: `New ${made}`, subdomain: `new${made}` },
  });
  await page.goto(`${server.consoleUrl}/?organization=${id}`);
  const setup = page.getByRole("region", { name: "Setup" });
  await setup.getByText("0 of 4 done").waitFor();
  expect(await setup.getByRole("listitem").count()).toBe(4);
  await setup.getByRole("link", { name: "Add a webhook endpoint" }).click();
  await page.waitForURL(/\/endpoints\?.*form=new/);
});
