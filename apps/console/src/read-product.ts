import type { ProductDeclaration } from "@plugboard/console/product";
import type { ConsoleProduct } from "./product/console-product.ts";

const declared = document.documentElement.dataset["product"];

/** The product that the server declares. Without one, the console is the documentation product's. */
export const declaredProduct: ProductDeclaration | undefined =
  declared === undefined ? undefined : JSON.parse(declared);

let reading: Promise<ConsoleProduct> | undefined;

/** Loads the product's part of the console, once. */
export function readProduct(): Promise<ConsoleProduct> {
  reading ??= load();
  return reading;
}

async function load(): Promise<ConsoleProduct> {
  if (declaredProduct === undefined) return (await import("./content/content-product.ts")).product;
  return await (await import("./hosted/read-console-product.tsx")).readConsoleProduct(declaredProduct);
}
