import type { JsonObject, UiNode, UiRenderResponse } from "@plugboard/api";
import { serveFolder } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import type { ComponentEvent, ComponentHost } from "../src/index.ts";

/** A page that shows one component, whose integration and platform are functions of the test. */
export interface Harness {
  readonly page: Page;
  /** What the page dispatched, oldest first. */
  readonly events: readonly ComponentEvent[];
  /** Addresses the page asked for, other than its own. */
  readonly foreignRequests: readonly string[];
  /** Errors nobody caught, and what the console complained about. */
  readonly complaints: readonly string[];
}

/** Opens the harness with the functions of a page that the test cares about. */
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
  // Responses cross as text: the bridge to the page gives up on objects as deep as some tests send.
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

/** A component that always renders `tree`, and whose actions leave the state as the browser has it. */
export function showTree(tree: UiNode, initialState: JsonObject = {}): ComponentHost["dispatch"] {
  return async ({ state = initialState, props }): Promise<UiRenderResponse> => ({
    type: "element",
    state,
    props,
    element: tree,
  });
}
