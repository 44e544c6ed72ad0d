import type { JsonObject, UiNode, UiRenderResponse } from "@plugboard/api";
import { serveFolder } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import type { ComponentEvent, ComponentHost } from "../src/index.ts";

/** A page with one component. Its integration and platform are functions in the test. */
export interface Harness {
  readonly page: Page;
  /** The events that the page dispatched, oldest first. */
  readonly events: readonly ComponentEvent[];
  /** Requests to other origins. */
  readonly foreignRequests: readonly string[];
  /** Uncaught errors and console warnings. */
  readonly complaints: readonly string[];
}

/** Opens the harness with the given page functions. */
export async function openHarness(
  browser: Browser,
  folder: string,
  host: Pick<ComponentHost, "dispatch"> & Partial<ComponentHost>,
): Promise<Harness> {
  const context = await browser.newContext();
  const events: ComponentEvent[] = [];
  const foreignRequests: string[] = [];
  const complaints: string[] = [];
  await context.route("**/*", async (route) => {
    foreignRequests.push(route.request().url());
    await route.abort();
  });
  await serveFolder(context, "http://gallery.test", folder);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  await exposeHost(page, {
    ...host,
    dispatch: (event) => {
      events.push(event);
      return host.dispatch(event);
    },
  });
  await page.goto("http://gallery.test/harness.html");
  return { page, events, foreignRequests, complaints };
}

async function exposeHost(
  page: Page,
  host: Pick<ComponentHost, "dispatch"> & Partial<ComponentHost>,
): Promise<void> {
  // Passed as text, because the bridge to the page rejects deeply nested objects.
  await page.exposeFunction("hostCall", async (name: keyof ComponentHost, argument: never) =>
    JSON.stringify(await host[name]?.(argument)),
  );
  await page.addInitScript(`
    const call = (name) => async (argument) => {
      const response = await window.hostCall(name, argument);
      return response === undefined ? undefined : JSON.parse(response);
    };
    const names = ["dispatch", "onUpdateProps", "onUnfurlLink", "onComplete", "loadOptions"];
    window.harness = Object.fromEntries(names.map((name) => [name, call(name)]));
  `);
}

/** A component that always renders `tree` and whose actions keep the browser's state. */
export function showTree(tree: UiNode, initialState: JsonObject = {}): ComponentHost["dispatch"] {
  return async ({ state = initialState, props }): Promise<UiRenderResponse> => ({
    type: "element",
    state,
    props,
    element: tree,
  });
}
