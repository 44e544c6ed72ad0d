import { expect, test } from "vitest";
import { showTree } from "./open-harness.ts";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

const tree = {
  type: "block",
  children: [
    {
      type: "input",
      label: "Greeting",
      element: { type: "textinput", state: "greeting", initialValue: "Hello" },
    },
    {
      type: "webframe",
      source: { url: "http://gallery.test/frame.html" },
      aspectRatio: 2,
      data: { greeting: { $state: "greeting" } },
    },
  ],
};

test("a frame that is ready receives its state, and again when a bound value changes", async () => {
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });
  const shown = page.frameLocator("iframe").locator("#state");
  await expect.poll(() => shown.textContent()).toBe("Hello");
  await page.getByLabel("Greeting").fill("Good evening");
  await expect.poll(() => shown.textContent()).toBe("Good evening");
  expect(events).toHaveLength(1);
});

test("a frame can trigger its component's actions", async () => {
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });
  await page.frameLocator("iframe").getByRole("button").click();
  await expect.poll(() => events[1]?.action).toEqual({ action: "tell", text: "from the frame" });
});

test("a frame gets its requested size, within its view", async () => {
  const { page } = await gallery.open({ dispatch: showTree(tree) });
  const frame = page.frameLocator("iframe");
  await frame.locator("#state").waitFor();
  const sizeOf = async () => {
    const box = await page.locator("iframe").boundingBox();
    return [box?.width, box?.height];
  };
  const [width = 0] = await sizeOf();
  const resize = (size: Record<string, unknown>) =>
    frame.locator("body").evaluate((_, size) => {
      parent.postMessage({ action: { action: "@webframe.resize", size } }, "*");
    }, size);
  await resize({ height: 123 });
  await expect.poll(sizeOf).toEqual([width, 123]);
  await resize({ aspectRatio: 4 });
  await expect.poll(sizeOf).toEqual([width, width / 4]);
  await resize({ aspectRatio: 1, maxWidth: 100 });
  await expect.poll(sizeOf).toEqual([100, 100]);
  await resize({ height: 9000, maxHeight: 200, maxWidth: 90_000 });
  await expect.poll(sizeOf).toEqual([width, 200]);
});

test("a frame is isolated from the surrounding page, even on the same origin", async () => {
  const { page } = await gallery.open({ dispatch: showTree(tree) });
  await page.frameLocator("iframe").locator("#state").waitFor();
  const frame = page.frames().find((frame) => frame.url().endsWith("/frame.html"));
  const attempts = await frame?.evaluate(() => {
    const attempt = (action: () => unknown): string => {
      try {
        return `allowed: ${String(action())}`;
      } catch {
        return "refused";
      }
    };
    return {
      origin: self.origin,
      page: attempt(() => window.parent.document.title),
      storage: attempt(() => localStorage.length),
      cookies: attempt(() => document.cookie),
      top: attempt(() => {
        if (window.top) window.top.location.href = "http://gallery.test/frame.html";
      }),
    };
  });
  expect(attempts).toMatchObject({ origin: "null", page: "refused", storage: "refused", cookies: "refused" });
  expect(page.url()).toBe("http://gallery.test/harness.html");
});

test("messages of other windows, of other origins, and for built-in actions are ignored", async () => {
  const { page, events } = await gallery.open({ dispatch: showTree(tree) });
  const frame = page.frameLocator("iframe");
  await expect.poll(() => frame.locator("#state").textContent()).toBe("Hello");

  await page.evaluate(() => {
    const data = { action: { action: "forged" } };
    window.postMessage(data, "*");
    const source = document.querySelector("iframe")?.contentWindow ?? null;
    window.dispatchEvent(new MessageEvent("message", { data, source, origin: "http://gallery.test" }));
    window.dispatchEvent(new MessageEvent("message", { data, source: window, origin: "null" }));
  });
  await frame.locator("body").evaluate(() => {
    for (const action of ["@ui.modal.open", "@ui.url.open", "@editor.node.updateProps"]) {
      parent.postMessage(
        { action: { action, componentId: "other", url: "http://gallery.test/", props: {} } },
        "*",
      );
    }
    parent.postMessage("text", "*");
    parent.postMessage(null, "*");
    for (const action of ["one", "two"]) parent.postMessage({ action: { action } }, "*");
  });

  await expect.poll(() => events.slice(1).map(({ action }) => action?.action)).toEqual(["one", "two"]);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(page.context().pages()).toHaveLength(1);
});
