import type { PlatformContext } from "../database/platform-context.ts";
import type { Contract } from "../product/define-contract.ts";

/** Returns the kinds of resources of the platform's product. */
export function kindsOf({ product }: Pick<PlatformContext, "product">): Contract["kinds"] {
  return product?.contract.kinds ?? {};
}
