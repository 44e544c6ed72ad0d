import type { ConsoleProduct } from "./product/console-product.ts";

/** The URL of the product's module, named by the server. Without one, the console is the documentation product's. */
export const productUrl: string | undefined = document.documentElement.dataset["product"];

let reading: Promise<ConsoleProduct> | undefined;

/** Loads the product's part of the console, once. */
export function readProduct(): Promise<ConsoleProduct> {
  reading ??= load();
  return reading;
}

async function load(): Promise<ConsoleProduct> {
  if (productUrl === undefined) return (await import("./content/content-product.ts")).product;
  return await (await import("./hosted/read-console-product.tsx")).readConsoleProduct(productUrl);
}
