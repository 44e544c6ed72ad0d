import type { ProductDeclaration } from "@plugboard/console/product";
import { readAllOfProduct } from "../data/platform-api.ts";
import type { ConsoleProduct, Resource } from "../product/console-product.ts";
import { createHostedFrame } from "./create-hosted-frame.tsx";
import { readHostedProduct } from "./read-hosted-product.ts";

/** Loads the module of a product, and returns its part of the console. */
export async function readConsoleProduct(declaration: ProductDeclaration): Promise<ConsoleProduct> {
  const { firstEvent, signInUrl, resources, pages } = await readHostedProduct(declaration.module);
  return {
    ...createHostedFrame(declaration, pages),
    firstEvent,
    signInUrl,
    resources: Object.fromEntries(
      Object.entries(resources).map(([kind, path]) => [
        kind,
        (organizationId: string) => readAllOfProduct<Resource>(path, { organizationId }),
      ]),
    ),
  };
}
