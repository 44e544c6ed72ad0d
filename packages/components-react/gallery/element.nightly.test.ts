import { expect, test } from "vitest";
import { showTree } from "./open-harness.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

test("a block's menu works with the keyboard", async () => {
  const controls = ["First", "Second", "Third"].map((label) => ({ label, onPress: { action: label } }));
  const text = { type: "text", children: ["Content"] };
  const { page, events } = await gallery.open({
    dispatch: showTree({ type: "block", controls, children: [text] }),
  });
  const toggle = page.getByRole("button", { name: "Options" });
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.textContent ?? null);

  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("First");
  await page.keyboard.press("ArrowUp");
  await expect.poll(focused).toBe("Third");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("First");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("Second");
  await page.keyboard.press("End");
  await expect.poll(focused).toBe("Third");
  await page.keyboard.press("Home");
  await expect.poll(focused).toBe("First");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
  await expect.poll(() => toggle.evaluate((node) => node === document.activeElement)).toBe(true);

  await toggle.click();
  await page.getByRole("menuitem", { name: "Second" }).click();
  await expect.poll(() => events[1]?.action).toEqual({ action: "Second" });
  await toggle.click();
  await page.getByRole("button", { name: "After" }).click();
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
});

test("remarks are texts, elements, or lists of both", async () => {
  const text = { type: "text", style: "bold", children: ["new"] };
  const link = { type: "link", target: { url: "https://example.com/" }, children: ["docs"] };
  const press = { action: "connect" };
  const { page, events } = await gallery.open({
    dispatch: showTree({
      type: "block",
      children: [
        { type: "card", title: "Card", hint: ["What is ", text, " here: ", link], children: [] },
        {
          type: "input",
          label: "Account",
          hint: text,
          element: { type: "button", label: "Connect", onPress: press },
        },
        { type: "input", label: "Query", hint: "Read", element: { type: "codeblock", content: "select 1" } },
      ],
    }),
  });
  const card = page.getByRole("region", { name: "Card" });
  expect(await card.locator(".plugboard-hint").textContent()).toBe("What is new here: docs");
  expect(await card.getByRole("link").getAttribute("href")).toBe("https://example.com/");
  const account = page.getByRole("group", { name: "Account", description: "new" });
  await account.getByRole("button", { name: "Connect" }).click();
  await expect.poll(() => events[1]?.action).toEqual(press);
  expect(await page.getByRole("group", { name: "Query" }).getByRole("textbox").inputValue()).toBe("select 1");
});

test("a modal's subtitle is a text, an element, or a list of both", async () => {
  const text = { type: "text", style: "bold", children: ["two"] };
  const { page } = await gallery.open({
    dispatch: showTree({
      type: "block",
      children: [
        {
          type: "button",
          label: "Open",
          onPress: { action: "@ui.modal.open", componentId: "main", props: {} },
        },
      ],
      title: "Steps",
      subtitle: ["Step ", text, " of three"],
    }),
  });
  await page.getByRole("button", { name: "Open" }).click();
  await expect.poll(() => page.locator(".plugboard-dialog-subtitle").textContent()).toBe("Step two of three");
});

test("a stepper moves forward, back, and completes", async () => {
  const step = (id: string) => ({
    type: "step",
    id,
    title: id,
    children: [{ type: "text", children: [`In ${id}`] }],
  });
  const { page, events } = await gallery.open({
    dispatch: async ({ state = { step: "one" }, props, action }) => {
      const next = action?.action === "go" ? { step: action["step"] } : state;
      const stepper = {
        type: "stepper",
        activeStep: next["step"],
        onStepChange: { action: "go" },
        onComplete: { action: "done" },
        children: [step("one"), step("two")],
      };
      return { type: "element", state: next, props, element: { type: "configuration", children: [stepper] } };
    },
  });

  await page.getByText("In one").waitFor();
  expect(await page.locator("[aria-current=step]").textContent()).toContain("one");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("In two").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("In one").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "one" }).click();
  await page.getByText("In one").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Finish" }).click();

  await expect
    .poll(() => events.slice(1).map(({ action }) => action?.["step"] ?? action?.action))
    .toEqual(["two", "one", "two", "one", "two", "done"]);
});

test("a pressable card is one button, and buttons inside it stay separate", async () => {
  const card = {
    type: "card",
    title: "Report",
    hint: "Quarterly",
    onPress: { action: "open" },
    buttons: [{ type: "button", label: "Share", onPress: { action: "share" } }],
    children: [],
  };
  const { page, events } = await gallery.open({ dispatch: showTree({ type: "block", children: [card] }) });

  await page.getByText("Quarterly").click({ force: true });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Report" }).focus();
  await page.keyboard.press("Enter");

  await expect
    .poll(() => events.slice(1).map(({ action }) => action?.action))
    .toEqual(["open", "share", "open"]);
});

test("code is highlighted, numbered, and focusable by keyboard", async () => {
  const code = { type: "codeblock", content: "const a = 1;\nlet b;", syntax: "typescript", lineNumbers: 7 };
  const { page } = await gallery.open({ dispatch: showTree({ type: "block", children: [code] }) });
  await page.locator(".hljs-keyword").first().waitFor();
  expect(await page.locator(".hljs-keyword").allTextContents()).toEqual(["const", "let"]);
  expect(await page.locator(".plugboard-code-lines").textContent()).toBe("7\n8");
  const text = page.getByRole("textbox", { name: "Code in typescript" });
  await page.getByRole("button", { name: "Before" }).focus();
  await page.keyboard.press("Tab");
  expect(await text.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.type("not here");
  expect(await text.inputValue()).toBe("const a = 1;\nlet b;");
});

test("a switch, a radio and a checkbox are named by their input and described by its hint", async () => {
  const control = (label: string, element: object) => ({
    type: "input",
    label,
    hint: `Hint of ${label}`,
    element,
  });
  const children = [
    control("Digest", { type: "switch", state: "digest" }),
    control("Team", { type: "radio", state: "plan", value: "team" }),
    control("Mail", { type: "checkbox", state: "notify", value: "mail" }),
    { type: "checkbox", state: "notify", value: "alone" },
  ];
  const { page } = await gallery.open({ dispatch: showTree({ type: "block", children }) });
  expect(await page.locator(".plugboard").ariaSnapshot()).toMatchInlineSnapshot(`
    "- text: Digest Hint of Digest
    - switch "Digest"
    - text: Team Hint of Team
    - radio "Team"
    - text: Mail Hint of Mail
    - checkbox "Mail"
    - checkbox "alone"
    - status"
  `);
  const described = await page.getByRole("switch").getAttribute("aria-describedby");
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe("Hint of Digest");
});
