import type { HostedProduct } from "../product/hosted-product.ts";

/** Loads the module of a product. */
export async function readHostedProduct(url: string): Promise<HostedProduct> {
  const { product }: { readonly product: HostedProduct } = await import(/* @vite-ignore */ url);
  return product;
}
