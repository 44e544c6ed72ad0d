import { contentContract } from "@plugboard/content/contract";
import { listImages, updatePageContent, updateSpace, uploadImage } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { savedText } from "./testing/edit-page.ts";
import { it, type TestPage } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { caretMoved } from "./testing/caret-moved.ts";

const { content: png = "" } = Object(contentContract.operations.uploadImage.example.body);
const uploads = `**${uploadImage.path.replace(/\{\w+\}/, "*")}`;

const open = async ({ server }: ConsoleWorld, page: Page, fresh: TestPage): Promise<void> => {
  await page.goto(server.consoleUrl + fresh.path);
  await textOf(page).getByText("The last line.").click();
  await page.keyboard.press("End");
  await caretMoved(page);
};
/** Holds the requests that store images until the returned function is called. */
const holdUploads = async (page: Page): Promise<() => void> => {
  const { promise: isOpen, resolve: release } = Promise.withResolvers<void>();
  await page.route(uploads, async (route) => {
    await isOpen;
    await route.continue();
  });
  return release;
};
const textOf = (page: Page) => page.getByRole("textbox", { name: "Text" });
/** Sends files to the text as a paste, or as a drop on an element. */
const send = (page: Page, kind: "paste" | "drop", files: readonly [name: string, base64: string][]) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const [name, content] of ${JSON.stringify(files)})
      data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name, { type: "image/png" }));
    const target = [...document.querySelectorAll(".page-text > p")].find((each) => each.textContent.startsWith("The first"));
    const { left, top } = target.getBoundingClientRect();
    const common = { bubbles: true, cancelable: true };
    target.dispatchEvent(${
      kind === "paste"
        ? "new ClipboardEvent('paste', { ...common, clipboardData: data })"
        : "new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 1, clientY: top + 5 })"
    });
  })()`);

/** Waits until every image of the text has loaded. */
const imagesLoaded = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll(".page-text img:not(.ProseMirror-separator)")].map(({ naturalWidth }) => naturalWidth)`,
      ),
    )
    .toEqual(Array.from({ length: count }, () => 1));

describe("images in the editor", () => {
  it("are added by button, without losing text typed during the upload", async ({ world, page, fresh }) => {
    const release = await holdUploads(page);
    await open(world, page, fresh);
    await page.keyboard.press("Enter");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add image" }).click();
    const file = { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") };
    await (await chooser).setFiles(file);
    await page.getByText("Uploading dot.png…").waitFor();
    await page.locator(".page-text:focus").waitFor();
    await page.keyboard.type("Typed meanwhile.");
    await savedText(world, fresh).toMatch(/The last line\.\n\nTyped meanwhile\.\s*$/);
    release();
    await imagesLoaded(page, 1);
    expect(await page.getByText("Uploading").count()).toBe(0);
    await savedText(world, fresh).toMatch(
      /The last line\.\n\n!\[\]\(~images\/img_\w+\.png\)\n\nTyped meanwhile\.\s*$/,
    );
  });

  it("are pasted, described and still there after a reload", async ({ world, page, fresh }) => {
    await open(world, page, fresh);
    await page.keyboard.press("Enter");
    await send(page, "paste", [["dot.png", png]]);
    await imagesLoaded(page, 1);
    await page.keyboard.type("After it.");
    await savedText(world, fresh).toMatch(/!\[\]\(~images\/img_\w+\.png\)\n\nAfter it\.\s*$/);
    await page.locator(".page-text img[data-path]").click();
    const tools = page.getByRole("toolbar", { name: "Image" });
    await tools.getByLabel("Alt text").fill("A [gray] dot");
    await page.keyboard.press("Enter");
    await tools.waitFor({ state: "detached" });
    await savedText(world, fresh).toMatch(/!\[A \\\[gray\\\] dot\]\(~images\/img_\w+\.png\)\n\nAfter it\./);
    await page.reload();
    await imagesLoaded(page, 1);
    expect(await page.getByRole("img", { name: "A [gray] dot" }).count()).toBe(1);
  });

  it("are still added if the author edits the source during the upload", async ({ world, page, fresh }) => {
    const release = await holdUploads(page);
    await open(world, page, fresh);
    await send(page, "drop", [["dot.png", png]]);
    await page.getByText("Uploading dot.png…").waitFor();
    await page.getByRole("button", { name: "Source" }).click();
    const source = page.getByLabel("Markdown");
    await source.fill((await source.inputValue()).replace("The last line.", "The last line, edited."));
    release();
    await page.getByText("dot.png was added to the text").waitFor();
    const written =
      /^# Fresh\n\n!\[\]\(~images\/img_\w+\.png\)\n\nThe first line\.\n\nThe last line, edited\.\s*$/;
    await savedText(world, fresh).toMatch(written);
    expect(await source.inputValue()).toMatch(written);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await imagesLoaded(page, 1);
  });

  it("are added in place to a source that the editor prints differently", async ({ world, page, fresh }) => {
    const body = { markdown: "Above.\n\n\n\n\n\nBetween.\n\nThe first line.\n\nThe last line.\n" };
    await world.platform.call(updatePageContent, { params: fresh, body });
    const release = await holdUploads(page);
    await open(world, page, fresh);
    await send(page, "drop", [["dot.png", png]]);
    await page.getByText("Uploading dot.png…").waitFor();
    await page.getByRole("button", { name: "Source" }).click();
    release();
    await page.getByText("dot.png was added to the text").waitFor();
    await savedText(world, fresh).toMatch(
      /^Above\.\n{6}Between\.\n\n!\[\]\(~images\/img_\w+\.png\)\n\nThe first line\.\n\nThe last line\.\s*$/,
    );
  });

  it("stay in place while the text around them is edited, and are only offered if it is deleted", async ({
    world,
    page,
    fresh,
  }) => {
    const release = await holdUploads(page);
    await open(world, page, fresh);
    await send(page, "paste", [["one.png", png]]);
    // Next to the placeholder.
    await page.keyboard.press("Backspace");
    await page.getByText("Uploading one.png…").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("All new.");
    await page.getByText("Uploading").waitFor({ state: "detached" });
    release();
    await page.getByText("one.png wasn’t added").waitFor();
    await savedText(world, fresh).toBe("All new.");
    await page.getByRole("button", { name: "Undo" }).click();
    await savedText(world, fresh).toMatch(/^All new\.\n\n!\[\]\(~images\/img_\w+\.png\)\s*$/);
  });

  it("are described in languages that are typed in compositions", async ({ world, page, fresh }) => {
    await open(world, page, fresh);
    await send(page, "paste", [["dot.png", png]]);
    await imagesLoaded(page, 1);
    await page.locator(".page-text img[data-path]").click();
    const alt = page.getByRole("toolbar", { name: "Image" }).getByLabel("Alt text");
    await alt.fill("青");
    for (const key of ["Enter", "Escape"]) await alt.dispatchEvent("keydown", { key, isComposing: true });
    await alt.press("End");
    await page.keyboard.type("い");
    await savedText(world, fresh).toMatch(/!\[青い\]/);
    await page.keyboard.press("Enter");
    await alt.waitFor({ state: "detached" });
  });

  it("are dropped where they belong, in the order of their files", async ({ world, page, fresh }) => {
    const paths: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.request().method() === "POST" && response.url().endsWith("/images"))
        paths.push(response.json().then((image) => Object(image).path));
    });
    await open(world, page, fresh);
    await send(page, "drop", [
      ["one.png", png],
      ["two.png", png],
    ]);
    await imagesLoaded(page, 2);
    const [one, two] = await Promise.all(paths);
    await savedText(world, fresh).toMatch(
      new RegExp(`!\\[\\]\\(${one}\\)\n\n!\\[\\]\\(${two}\\)\n\nThe first line\\.\n\nThe last line\\.`),
    );
  });

  it("are listed for their space, and deleted", async ({ world, page, fresh }) => {
    const { id } = await world.platform.call(uploadImage, { params: fresh, body: { content: png } });
    await world.platform.call(updateSpace, { params: fresh, body: { title: "Pictures" } });
    await page.goto(`${world.server.consoleUrl}/content`);
    await page.getByRole("button", { name: "Actions for space Pictures" }).click();
    await page.getByRole("menuitem", { name: "Images…" }).click();
    await page.getByRole("dialog").getByText("1 image, 1 KiB").waitFor();
    await page.getByRole("button", { name: `Copy Markdown of ${id}` }).waitFor();
    await page.getByRole("button", { name: `Delete ${id}` }).click();
    await page.getByRole("button", { name: "Delete image" }).click();
    await page.getByText("No images yet.").waitFor();
    expect((await world.platform.call(listImages, { params: fresh })).items).toEqual([]);
  });

  it("report why a file was not added, and change nothing", async ({ world, page, fresh }) => {
    await open(world, page, fresh);
    await page.keyboard.type(" Kept.");
    await send(page, "paste", [["drawing.svg", Buffer.from("<svg/>").toString("base64")]]);
    await page.getByText("Couldn’t add drawing.svg").waitFor();
    await page.getByText(/The file is an SVG, which can contain scripts/).waitFor();
    await page.route(uploads, (route) => route.abort());
    await send(page, "paste", [["offline.png", png]]);
    await page.getByText("The server can’t be reached.").waitFor();
    expect(await page.getByText("Uploading").count()).toBe(0);
    await savedText(world, fresh).toBe("# Fresh\n\nThe first line.\n\nThe last line. Kept.");
  });
});
