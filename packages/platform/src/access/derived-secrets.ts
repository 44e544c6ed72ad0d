import { createHmac, randomBytes } from "node:crypto";
import type { Settings } from "../database/settings.ts";

/**
 * Derives the secret for a purpose. The result never changes and reveals nothing about the secrets for other
 * purposes.
 */
export type DeriveSecret = (purpose: string) => string;

/** Loads the key that integrations' signing secrets are derived from, and creates it on the first start. */
export async function openDerivedSecrets(settings: Settings): Promise<DeriveSecret> {
  const key = await settings.getOrCreate("signing-secrets-key", async () =>
    randomBytes(32).toString("base64"),
  );
  return (purpose) => createHmac("sha256", Buffer.from(key, "base64")).update(purpose).digest("base64url");
}

/**
 * Returns the purpose of the secret that an integration signs with for its installation in a resource.
 *
 * @example
 * import { resourcePurpose } from "@plugboard/platform/product";
 *
 * console.log(resourcePurpose("ins_1", { kind: "project", id: "prj_1" }));
 */
export function resourcePurpose(
  installationId: string,
  { kind, id }: { readonly kind: string; readonly id: string },
): string {
  return `installation ${installationId} ${kind} ${id}`;
}
