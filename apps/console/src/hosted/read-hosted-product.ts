import type { HostedProduct } from "@plugboard/console/product";

/** Loads the module of a product. */
export async function readHostedProduct(url: string): Promise<HostedProduct> {
  const { product }: { readonly product: HostedProduct } = await import(/* @vite-ignore */ url);
  return product;
}
