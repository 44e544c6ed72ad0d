import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createApiKey, createInvitation, createOrganization } from "@plugboard/api/routes";
import { createPage, createSite, createSpace } from "@plugboard/content/routes";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import { openTokenForm } from "./testing/open-token-form.ts";

const long = "a".repeat(10_000);
/** A name with markup, emoji and text from right to left. */
const hostile = "<img src=x onerror=alert(1)> مرحبا 🎉 'quoted' &amp;";
const widths = [390, 1024, 1440] as const;
/** Texts that are cut off and don't show the rest in a tooltip. */
const cutTexts = `[...document.querySelectorAll("main *, header *")]
  .filter((element) => element.checkVisibility() && !element.closest("svg, input, [title], [class*=visually-hidden]"))
  .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
  .filter((element) => /hidden|clip/.test(getComputedStyle(element).overflowX) && !element.querySelector("[title]"))
  .map((element) => element.innerText)`;

/** A dialog with a wrong value in one field. */
interface Case {
  readonly path: string;
  readonly open: string;
  readonly action: string;
  /** Values of other fields. */
  readonly others?: Readonly<Record<string, string>>;
  readonly field: string;
  readonly typed: string;
  readonly problem: string;
}

const key = { path: "/keys", open: "Create key", action: "Create", field: "Name" };
const type = { path: "/developers", open: "Add event type", action: "Add" };
const summary = { Summary: "An invoice was paid" };

const cases: readonly Case[] = [
  { ...key, typed: long, problem: "must have at most 200 characters" },
  { ...key, typed: "   ", problem: "must not be empty" },
  {
    ...type,
    others: summary,
    field: "Name",
    typed: "invoice",
    problem: "must be at least two words separated by a dot, such as invoice.paid",
  },
  {
    ...type,
    others: { ...summary, Name: "invoice.wrong" },
    field: "Example data",
    typed: '{\n  "cents": 1,\n}',
    problem: "is not valid JSON at line 3, column 1. Remove the comma before it",
  },
  {
    ...type,
    others: { ...summary, Name: "invoice.wrong" },
    field: "JSON Schema of the data",
    typed: "[]",
    problem: 'must be a JSON object, such as { "cents": 4200 }',
  },
  {
    path: "/members",
    open: "Invite",
    action: "Invite",
    field: "Email",
    typed: `${"a".repeat(250)}@example.com`,
    problem: "must have at most 200 characters",
  },
];

describe("a form", () => {
  it("explains wrong values beside their fields, and keeps them", async ({ world: { server }, page }) => {
    for (const { path, open, action, others = {}, field, typed, problem } of cases) {
      await page.goto(`${server.consoleUrl}${path}`);
      await page.getByRole("button", { name: open }).first().click();
      const dialog = page.getByRole("dialog");
      for (const [label, value] of Object.entries(others)) await dialog.getByLabel(label).fill(value);
      await dialog.getByLabel(field).fill(typed);
      await dialog.getByRole("button", { name: action, exact: true }).click();
      const invalid = dialog.locator("[data-invalid]");
      await invalid.getByText(problem).waitFor();
      const input = invalid.getByLabel(field);
      expect([field, await input.inputValue(), await input.getAttribute("aria-invalid")]).toEqual([
        field,
        typed,
        "true",
      ]);
      // Only the field says it.
      expect([field, await dialog.getByRole("alert").count()]).toEqual([field, 1]);
    }
  });

  it("says that a name is taken, beside the field", async ({ world: { platform, server }, page }) => {
    const subdomain = `taken${Date.now()}`;
    const { id } = await platform.call(createOrganization, { body: { title: "Taken", subdomain } });
    await page.goto(`${server.consoleUrl}/settings?organization=${id}`);
    await page
      .getByRole("button", { name: /^Organization:|Taken/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "New organization…" }).click();
    const dialog = page.getByRole("dialog", { name: "New organization" });
    await dialog.getByLabel("Name").fill(hostile);
    for (const [typed, problem] of [
      [subdomain, "is taken. Choose another"],
      ["Not Allowed", /lowercase/],
    ] as const) {
      await dialog.getByLabel("Subdomain").fill(typed);
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.locator("[data-invalid]").getByText(problem).waitFor();
      expect(await dialog.getByLabel("Subdomain").inputValue()).toBe(typed);
    }
    expect(await dialog.getByLabel("Name").inputValue()).toBe(hostile);
  });
});

/** Returns the problems shown on a page, each with the label of its field. */
async function problemsOf(page: Page): Promise<readonly (readonly string[])[]> {
  const fields = await page.locator(".setting[data-invalid]").all();
  return await Promise.all(
    fields.map(async (field) => [
      await field.locator("label > span").innerText(),
      await field.getByRole("alert").innerText(),
    ]),
  );
}

const empty = "must not be empty";

describe("a submitted form shows all problems at once, in the order of its fields", () => {
  it("when a repository is connected", async ({ world: { server }, page, fresh: { spaceId } }) => {
    await page.goto(`${server.consoleUrl}/content/spaces/${spaceId}/git`);
    await page.getByRole("button", { name: "Connect repository" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Branch").fill("");
    await dialog.getByLabel("User name").fill("ada");
    const connect = dialog.getByRole("button", { name: "Connect" });
    await connect.click();
    const withoutBrowser = [
      ["Remote", empty],
      ["Branch", empty],
      ["Password or token", empty],
    ];
    expect(await problemsOf(page)).toEqual(withoutBrowser);
    expect(await page.evaluate("document.activeElement.closest('.setting').innerText")).toContain("Remote");
    // Each problem goes with the next key.
    await dialog.getByLabel("Remote").fill("git@example.com:a/b.git");
    expect(await problemsOf(page)).toEqual(withoutBrowser.slice(1));
    await dialog.getByLabel("Branch").fill("main");
    await dialog.getByLabel("User name").fill("");
    await connect.click();
    await dialog.getByText("must be a URL that begins with").waitFor();
    expect(await problemsOf(page)).toEqual([
      ["Remote", expect.stringContaining("must be a URL that begins")],
    ]);
    expect(await dialog.getByLabel("Remote").inputValue()).toBe("git@example.com:a/b.git");
  });

  it("when quotas are set", async ({ world: { server }, page }) => {
    await page.goto(`${server.consoleUrl}/usage`);
    const quotas = page.getByRole("region", { name: "Quotas" });
    await quotas.getByLabel("Requests per minute").fill("0");
    // Playwright refuses to fill in text.
    await quotas.getByLabel("Events per minute").focus();
    await page.keyboard.type("1e");
    await quotas.getByRole("button", { name: "Save quotas" }).click();
    expect(await problemsOf(page)).toEqual([
      ["Requests per minute", expect.stringMatching(/^must be at least \d+$/)],
      ["Events per minute", "must be a number"],
    ]);
  });

  it("when the administrator signs in", async ({ world: { server }, context, page }) => {
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await openTokenForm(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await problemsOf(page)).toEqual([["Administrator token", empty]]);
  });

  it("when an endpoint is added", async ({ world: { server }, page, webhook }) => {
    await page.goto(`${server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    await page.getByRole("link", { name: "Endpoints", exact: true }).first().click();
    await page.getByRole("link", { name: "Add endpoint" }).click();
    await page.getByRole("textbox", { name: "URL", exact: true }).fill("hooks.example");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText("must contain at least one event type").waitFor();
    expect(await problemsOf(page)).toEqual([
      ["URL", expect.stringContaining("must be a URL that begins with https:// or http://")],
    ]);
    await page.getByRole("checkbox", { name: "space_content_updated" }).check();
    for (const [url, problem] of [
      ["https://10.0.0.1/hook", "is not on the public internet (private). Use a public host."],
      ["https://hooks.example:0", "port is 0"],
    ] as const) {
      await page.getByRole("textbox", { name: "URL", exact: true }).fill(url);
      await page.getByRole("button", { name: "Add endpoint" }).click();
      await page.getByText(problem).waitFor();
      expect(await page.getByText(problem).count()).toBe(1);
      await page.getByText("Not saved. Fix the highlighted fields.").waitFor();
    }
  });
});

it("a file that isn't an image is refused with its reason, and the field keeps its value", async ({
  world: { platform, server },
  page,
  fresh: { spaceId },
}) => {
  const { id } = await platform.call(createSite, { body: { title: "Images", spaceId } });
  await page.goto(`${server.consoleUrl}/content/sites/${id}`);
  const logo = page.getByRole("textbox", { name: "Logo" });
  await logo.fill("https://example.com/logo.png");
  for (const [name, mimeType, buffer, problem] of [
    ["notes.png", "image/png", Buffer.from("text"), /image|format/i],
    ["broken.svg", "image/svg+xml", Buffer.from("<svg"), "The file isn’t a valid SVG image."],
    ["empty.png", "image/png", Buffer.alloc(0), "The file is empty."],
    ["large.png", "image/png", Buffer.alloc(6 * 1024 * 1024), "The file is larger than 5 MiB."],
  ] as const) {
    await page.getByLabel("File of the logo").setInputFiles({ name, mimeType, buffer });
    await page.getByText(`Couldn’t add ${name}`).waitFor();
    await page.getByText(problem).last().waitFor();
    expect(await logo.inputValue()).toBe("https://example.com/logo.png");
  }
});

it("a folder dropped on a text is refused with its reason, and a file beside the text isn't opened", async ({
  world: { server, dataDir },
  context,
  page,
  fresh,
}) => {
  await page.goto(server.consoleUrl + fresh.path);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.getByText("The last line.").click();
  await page.keyboard.type("Typed. ");
  const browser = await context.newCDPSession(page);
  const drop = async (target: Locator, file: string): Promise<void> => {
    const { x = 0, y = 0 } = (await target.boundingBox()) ?? {};
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await browser.send("Input.dispatchDragEvent", { type, x: x + 5, y: y + 5, data });
  };
  await drop(text.getByText("The last line."), dataDir);
  await page.getByText(`Couldn’t add ${basename(dataDir)}`).waitFor();
  await page.getByText("Folders can’t be added").waitFor();
  await drop(page.getByRole("heading", { level: 1 }).first(), import.meta.filename);
  const isRefused = await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["notes"], "notes.txt"));
    return ["dragover", "drop"].every(
      (type) => !document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
    );
  })()`);
  expect(isRefused).toBe(true);
  expect(page.url()).toBe(server.consoleUrl + fresh.path);
  expect(await text.textContent()).toContain("Typed. ");
});

it("an expired invitation is resent from its row", async ({
  world: { platform, server, organization, dataDir },
  page,
}) => {
  const email = `lapsed${Date.now()}@example.com`;
  const params = { organizationId: organization };
  const { id } = await platform.call(createInvitation, { params, body: { email, role: "reader" } });
  const database = new DatabaseSync(join(dataDir, "platform.db"), { timeout: 20_000 });
  database.prepare("UPDATE invitations SET expires_at = 1 WHERE id = ?").run(id);
  database.close();
  await page.goto(`${server.consoleUrl}/members`);
  const row = page.getByRole("listitem").filter({ hasText: email });
  await row.getByText(/^expired/).waitFor();
  await row.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("dialog").getByText("/invitation#pbi_").waitFor();
  await page.keyboard.press("Escape");
  await row.getByText(/^expires/).waitFor();
});

/** Popups, each with the button that opens it. */
const popups: readonly (readonly [path: string, button: string | RegExp])[] = [
  ["/deliveries", "Views"],
  ["/deliveries", /^Organization:/],
  ["/content", /^Actions for space/],
  ["/content", "New space"],
  ["/keys", "Create key"],
  ["/members", "Invite"],
];

describe("a popup in a low window", () => {
  const isInside = `(() => {
    const popup = document.querySelector(".plugboard-menu, .plugboard-dialog, .slash-menu");
    const { top, bottom } = popup.getBoundingClientRect();
    const cut = [popup, ...popup.querySelectorAll("*")].filter((element) => element.scrollHeight > element.clientHeight + 1 &&
      !element.closest("svg") && element.clientHeight > 0 && getComputedStyle(element).overflowY === "hidden");
    return top >= 0 && bottom <= innerHeight && cut.length === 0;
  })()`;

  it("stays inside, and its last control can be reached", async ({ world, page, fresh }) => {
    await page.setViewportSize({ width: 900, height: 400 });
    for (const [path, button] of popups) {
      await page.goto(world.server.consoleUrl + path);
      await page.getByRole("button", { name: button, disabled: false }).first().click();
      const popup = page.locator(".plugboard-menu, .plugboard-dialog").first();
      await expect.poll(() => page.evaluate(isInside), { message: `${path}, ${String(button)}` }).toBe(true);
      const last = popup.locator("button, [role^=menuitem]").last();
      await last.scrollIntoViewIfNeeded();
      await expect.poll(async () => (await last.boundingBox())?.y ?? 400).toBeLessThan(390);
    }
    await page.goto(world.server.consoleUrl + fresh.path);
    await page.getByRole("textbox", { name: "Text" }).getByText("The first line.").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
    await page.getByRole("option", { selected: true }).waitFor();
    await expect.poll(() => page.evaluate(isInside)).toBe(true);
    await page.keyboard.press("ArrowUp");
    const last = page.getByRole("option").last();
    await expect.poll(() => last.getAttribute("aria-selected")).toBe("true");
    await expect.poll(async () => (await last.boundingBox())?.y ?? 400).toBeLessThan(390);
  });
});

it("a filter ignores malformed text only after saying how to write it", async ({
  world: { server },
  page,
}) => {
  await page.goto(`${server.consoleUrl}/deliveries`);
  const status = page.getByRole("textbox", { name: "HTTP status" });
  await page.getByText("Click a bar or drag to select a time range").waitFor();
  await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
  for (const [typed, isValid] of [
    ["abc", false],
    ["5,00", false],
    [" 503 ", true],
  ] as const) {
    await status.fill(typed);
    await status.press("Enter");
    if (isValid) await page.waitForURL(/code=503/);
    else {
      await page.locator(".filter-bar .problem").getByText("Enter three digits, such as 503.").waitFor();
      expect(await status.inputValue()).toBe(typed);
    }
    expect(page.url().includes("code=")).toBe(isValid);
  }
});

describe("a time range", () => {
  it("that ends before it starts is named as the problem", async ({ world: { server }, page }) => {
    await page.goto(`${server.consoleUrl}/audit?since=2026-03-02T00:00Z&until=2026-03-01T00:00Z`);
    await page.getByText("The start must be before the end. Choose an earlier start.").waitFor();
    expect(await page.getByText("No matching entries").count()).toBe(0);
  });

  it("of a recovery that ends before it starts is named as the problem", async ({
    world: { server },
    page,
    webhook,
  }) => {
    await page.goto(`${server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    await page.getByLabel("until").fill("2020-01-01T00:00");
    await page.getByLabel("until").press("Enter");
    await page.getByText("The start must be before the end. Choose an earlier start.").waitFor();
    for (const name of ["Recover", "Replay all events…"])
      expect(await page.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
  });

  it("of a recovery isn't applied while its year has more than four digits", async ({
    world: { server },
    page,
    webhook,
  }) => {
    await page.goto(`${server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const since = page.getByLabel("Resend deliveries that failed since");
    // Like typed text: Playwright refuses to fill in such a year.
    await since.focus();
    await page.evaluate(`(() => {
      const { activeElement: input } = document;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, "99999-01-01T00:00");
      input.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    await since.press("Enter");
    await page.getByText("must be at most 9999-12-31 23:59").waitFor();
    await page.getByRole("button", { name: "Recover" }).waitFor();
  });
});

describe("a name with markup and text from right to left", () => {
  it("is shown as text, and fits narrow windows", async ({ world: { platform, server }, page }) => {
    const { id: organizationId } = await platform.call(createOrganization, {
      body: { title: `${hostile} ${"W".repeat(100)}`, subdomain: `hostile${Date.now()}` },
    });
    const title = `${hostile} ${"W".repeat(100)}`;
    const { id: spaceId } = await platform.call(createSpace, {
      body: { title, organization: organizationId },
    });
    const { id: pageId } = await platform.call(createPage, { params: { spaceId }, body: { title } });
    await platform.call(createSite, { body: { title, spaceId } });
    const params = { organizationId };
    await platform.call(createApiKey, { params, body: { name: "W".repeat(200), role: "reader" } });
    const email = `${"w".repeat(60)}@${"w".repeat(60)}.example`;
    await platform.call(createInvitation, { params, body: { email, role: "reader" } });
    const query = `?organization=${organizationId}`;
    for (const path of [
      "/",
      "/content",
      "/content/sites",
      `/content/spaces/${spaceId}/pages/${pageId}`,
      `/content/spaces/${spaceId}/history`,
      "/keys",
      "/settings",
      "/members",
      "/usage",
    ])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        if (width === widths[0]) await page.goto(`${server.consoleUrl}${path}${query}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
        expect([path, width, await page.locator("img[src=x]").count()]).toEqual([path, width, 0]);
        expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
        expect([path, width, await page.evaluate(cutTexts)]).toEqual([path, width, []]);
      }
  });
});
