import { createHmac, randomBytes } from "node:crypto";
import type { Settings } from "../database/settings.ts";

/** A secret for a purpose, the same each time, and of no use for finding that of another purpose. */
export type DeriveSecret = (purpose: string) => string;

/** Opens the secrets that integrations sign with, under a key that is kept in the settings; the first start makes it. */
export async function openDerivedSecrets(settings: Settings): Promise<DeriveSecret> {
  const key = await settings.getOrCreate("signing-secrets-key", async () =>
    randomBytes(32).toString("base64"),
  );
  return (purpose) => createHmac("sha256", Buffer.from(key, "base64")).update(purpose).digest("base64url");
}

/** What the secret is for that an integration signs with on behalf of its installation in a site. */
export function siteInstallationPurpose(installationId: string, siteId: string): string {
  return `installation ${installationId} site ${siteId}`;
}
