import { checkSiteDomain, createSite, listSiteDomains } from "@plugboard/content/routes";
import type { SiteDomain } from "@plugboard/content/types";
import { expect } from "vitest";
import * as z from "zod";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";

const listed = z.looseObject({ items: z.array(z.looseObject({})) });

it("adds, checks and removes a domain of a site with the keyboard alone, and explains wrong input", async ({
  world: { platform, server },
  page,
  context,
  fresh: { spaceId },
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // An organization can add it once, and a retried test has added it before.
  const domain = `documentation.of-a-rather-long-name-${Date.now()}.acme.example`;
  const params = { siteId: (await platform.call(createSite, { body: { spaceId, title: "Guides" } })).id };
  const domains = async () => (await platform.call(listSiteDomains, { params })).items;
  // The server's DNS is replaced, so that no query leaves this machine.
  let checked: Pick<SiteDomain, "problem" | "status"> = { status: "pending" };
  await page.route(/\/domains(?:\?|$)/, async (route) => {
    if (route.request().method() !== listSiteDomains.method) return await route.continue();
    const { items } = listed.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { items: items.map((item) => ({ ...item, ...checked })) } });
  });
  await page.route("**/domains/*/check", async (route) => {
    expect(route.request().method()).toBe(checkSiteDomain.method);
    const [own] = await domains();
    await route.fulfill({ json: { ...own, ...checked } });
  });
  const { press, type, tabTo } = createKeyboard(page);
  await page.goto(`${server.consoleUrl}/content/sites/${params.siteId}`);
  const region = page.getByRole("region", { name: "Domains" });
  await region.getByLabel("Domain").waitFor();

  await type(/^Domain/, "https://docs.acme.example/");
  await press("Add domain");
  await region.getByText("must be a hostname only, such as docs.example.com").waitFor();
  expect(await region.getByLabel("Domain").inputValue()).toBe("https://docs.acme.example/");
  expect(await domains()).toEqual([]);
  await type(/^Domain/, domain.toUpperCase());
  await press("Add domain");
  const own = region.getByRole("region", { name: domain });
  await own.getByText("pending").waitFor();
  const txt = (await domains())[0]?.records[0];
  await own.getByText(`_plugboard.${domain}`).waitFor();
  await press(`Copy TXT value of ${domain}`);
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(txt?.value);

  checked = { status: "pending", problem: `Found no TXT record at ${txt?.name}. Expected ${txt?.value}.` };
  await press(`Check now: ${domain}`);
  await own.getByText(`Found no TXT record at ${txt?.name}. Expected ${txt?.value}.`).waitFor();
  expect(await inspectPage(page, "site domains")).toEqual([]);

  checked = { status: "verified" };
  await tabTo(`Check now: ${domain}`);
  await page.keyboard.press("Enter");
  await own.getByText("verified", { exact: true }).waitFor();
  expect(await own.getByRole("link", { name: domain }).getAttribute("href")).toContain(`://${domain}`);

  await press(`Remove ${domain}`);
  await page.getByRole("alertdialog", { name: `Remove ${domain}?` }).waitFor();
  await press("Remove");
  await own.waitFor({ state: "detached" });
  expect(await domains()).toEqual([]);
});
