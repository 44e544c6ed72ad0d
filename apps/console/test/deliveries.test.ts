import { createCustomEventType, createWebhookEndpoint } from "@plugboard/api/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("the filters of deliveries", () => {
  it("offer custom event types, and Back undoes the last filter", async ({ world, page }) => {
    const { platform, server, organization } = world;
    const body = { type: "invoice.paid", summary: "An invoice was paid" };
    await platform.call(createCustomEventType, { params: { organizationId: organization }, body });
    await page.goto(`${server.consoleUrl}/deliveries`);
    const [status, type] = [
      page.getByLabel("Status", { exact: true }),
      page.getByLabel("Event type", { exact: true }),
    ];
    await status.selectOption("failed");
    await type.selectOption("invoice.paid");
    await page.goBack();
    await expect.poll(() => type.inputValue()).toBe("");
    expect(await status.inputValue()).toBe("failed");
    await page.goBack();
    await expect.poll(() => status.inputValue()).toBe("");
    expect(new URL(page.url()).pathname).toBe("/deliveries");
  });
});

describe("the order of deliveries", () => {
  it("is kept in the address, and Back undoes it", { tags: ["night"] }, async ({ world, page, webhook }) => {
    const first = await webhook.send();
    const last = await webhook.send();
    await page.goto(`${world.server.consoleUrl}/deliveries?endpoint=${webhook.endpointId}`);
    const top = () =>
      page.getByRole("row").nth(1).getByRole("checkbox", { name: /dlv_/ }).getAttribute("aria-label");
    await expect.poll(top).toMatch(new RegExp(`${last.deliveryId}$`));
    await page.getByLabel("Order").selectOption("oldest");
    await expect.poll(top).toMatch(new RegExp(`${first.deliveryId}$`));
    expect(new URL(page.url()).searchParams.get("order")).toBe("oldest");
    await page.goBack();
    await expect.poll(top).toMatch(new RegExp(`${last.deliveryId}$`));
    expect(await page.getByLabel("Order").inputValue()).toBe("newest");
    // Both were delivered at once.
    for (const order of ["next_attempt", "attempts"]) {
      await page.getByLabel("Order").selectOption(order);
      await page.getByText("No matching deliveries").waitFor();
    }
  });
});

describe("the page of deliveries", () => {
  it("keeps text typed into a filter while it loads", { tags: ["night"] }, async ({
    world,
    page,
    webhook,
  }) => {
    await webhook.send();
    await page.route(/\/(v1|assets)\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fallback();
    });
    await page.goto(`${world.server.consoleUrl}/deliveries`);
    const filter = page.getByRole("textbox", { name: "Payload contains" });
    await filter.pressSequentially("typed early");
    await page.getByRole("region", { name: "Deliveries" }).getByRole("row").nth(1).waitFor();
    await page.locator(".histogram canvas").waitFor();
    await page.waitForTimeout(1000);
    expect(await filter.inputValue()).toBe("typed early");
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Payload contains");
  });

  it("shows its chart on a machine without a locale", { tags: ["night"] }, async ({ world, page }) => {
    await (await world.installWebhook()).send();
    await page.addInitScript(
      `Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix" });`,
    );
    await page.goto(`${world.server.consoleUrl}/deliveries`);
    await page.locator(".histogram canvas").waitFor();
  });

  it("moves nothing that is shown while its parts arrive", { tags: ["night"] }, async ({
    world,
    context,
  }) => {
    const { installationId } = await world.installWebhook();
    await world.editPage(installationId, 3);
    const page = await context.newPage();
    await world.signIn(page);
    await page.addInitScript(
      `window.shift = 0;
       new PerformanceObserver((list) => {
         for (const { value } of list.getEntries()) window.shift += value;
       }).observe({ type: "layout-shift", buffered: true });`,
    );
    // The requests for the list, the filter options and the bars finish one after another.
    for (const [index, pattern] of [/\/v1\/deliveries/, /\/v1\/(installations|webhook)/, /count/].entries())
      await page.route(pattern, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400 * (index + 1)));
        await route.fallback();
      });
    for (const width of [390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${world.server.consoleUrl}/deliveries`);
      await page.getByRole("region", { name: "Deliveries" }).getByRole("row").nth(2).waitFor();
      await page.locator(".histogram canvas").waitFor();
      await page.getByRole("button", { name: "Views" }).waitFor();
      await page.waitForTimeout(500);
      expect(await page.evaluate<number>("window.shift"), `at ${width} px`).toBeLessThan(0.02);
    }
  });
});

describe("a dialog with fields", () => {
  it("begins in its first field", { tags: ["night"] }, async ({ world, page }) => {
    await page.goto(`${world.server.consoleUrl}/content`);
    await page.getByRole("button", { name: "New space" }).click();
    await page.getByRole("dialog").waitFor();
    await expect
      .poll(() => page.evaluate<string>("document.activeElement?.closest('label')?.textContent"))
      .toContain("Title");
  });
});

describe("the event composer", () => {
  it("starts with the type's example, checks its schema, publishes, and follows the deliveries", async ({
    world,
    page,
  }) => {
    const { platform, server, organization, target } = world;
    const { installationId } = await world.installWebhook();
    const type = "order.placed" as const;
    await platform.call(createCustomEventType, {
      params: { organizationId: organization },
      body: {
        type,
        summary: "An order was placed",
        schema: {
          type: "object",
          required: ["cents"],
          properties: { cents: { type: "integer" } },
          examples: [{ cents: 0, coupon: "FREE" }],
        },
        example: { cents: 4200 },
      },
    });
    await platform.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: target.url, eventTypes: [type] },
    });
    await page.goto(`${server.consoleUrl}/events`);
    await page.getByRole("link", { name: "Publish event" }).click();
    await page.getByRole("heading", { name: "Publish event" }).waitFor();
    await page.getByLabel("Event type").selectOption(type);
    const data = page.getByRole("textbox", { name: "Data" });
    expect(JSON.parse(await data.inputValue())).toEqual({ cents: 4200 });
    const example = page.getByLabel("Example");
    await example.selectOption({ label: '2: {"cents":0,"coupon":"FREE"}' });
    expect(JSON.parse(await data.inputValue())).toEqual({ cents: 0, coupon: "FREE" });
    await data.fill('{ "cents": 12 }');
    await example.selectOption({ label: '1: {"cents":4200}' });
    expect(JSON.parse(await data.inputValue())).toEqual({ cents: 4200 });
    // Typed text isn't lost.
    await page.getByRole("button", { name: "Undo" }).click();
    expect(JSON.parse(await data.inputValue())).toEqual({ cents: 12 });
    await data.fill('{ "cents": "many" }');
    await page.getByText(/cents.*integer/).waitFor();
    expect(await page.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);
    await data.fill('{ "cents": 77 }');
    await page.getByRole("button", { name: "Publish" }).click();
    const published = page.getByRole("region", { name: "Published event" });
    await published.getByText("delivered", { exact: true }).waitFor();

    // The list finds it by type, recipient, payload and time.
    await page.goto(`${server.consoleUrl}/events`);
    const rows = page.getByRole("row").filter({ has: page.getByRole("button") });
    await page.getByLabel("Event type").selectOption(type);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel("Received by").selectOption({ label: "Webhook" });
    await page.getByLabel("Time", { exact: true }).selectOption("1h");
    await page.getByLabel("Payload contains").fill('"cents":77');
    await page.keyboard.press("Enter");
    await page.waitForURL(/text=/);
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByRole("button", { name: type }).click();
    await page.getByRole("complementary", { name: "Event" }).getByText(target.url).first().waitFor();
    await page.getByLabel("Payload contains").fill("not in it");
    await page.keyboard.press("Enter");
    await page.getByText("No matching events").waitFor();
  });
});
