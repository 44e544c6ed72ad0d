import { createHash } from "node:crypto";
import type { Bundle } from "./bundle-integration.ts";

/** What the platform knows a bundle by: SHA-256 over its module's SHA-256 and its source map, in hexadecimal. */
export function bundleHash({ module, sourceMap }: Pick<Bundle, "module" | "sourceMap">): string {
  return createHash("sha256")
    .update(createHash("sha256").update(module).digest())
    .update(sourceMap)
    .digest("hex");
}
