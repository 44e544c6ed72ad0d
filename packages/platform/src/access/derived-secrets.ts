import { createHmac, randomBytes } from "node:crypto";
import type { Settings } from "../database/settings.ts";

/**
 * Returns the secret for a purpose, always the same one. It reveals nothing about the secrets of other
 * purposes.
 */
export type DeriveSecret = (purpose: string) => string;

/** Opens the secrets that integrations sign with. The first start creates their key in the settings. */
export async function openDerivedSecrets(settings: Settings): Promise<DeriveSecret> {
  const key = await settings.getOrCreate("signing-secrets-key", async () =>
    randomBytes(32).toString("base64"),
  );
  return (purpose) => createHmac("sha256", Buffer.from(key, "base64")).update(purpose).digest("base64url");
}

/** Returns the purpose of the secret that an integration signs with for its installation in a site. */
export function siteInstallationPurpose(installationId: string, siteId: string): string {
  return `installation ${installationId} site ${siteId}`;
}
