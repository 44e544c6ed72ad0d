import type { Platform, Settings } from "@plugboard/platform";
import {
  type AdministratorOptions,
  createAdministratorCheck,
  type People,
} from "../console/authentication.ts";
import type { Mailer } from "../mail/create-mailer.ts";
import type { ServerConfig } from "../settings/server-config.ts";
import type { AccountsOptions } from "../people/open-accounts.ts";
import type { Accounts } from "../people/accounts.ts";
import { createFirstOwnerLink, firstOwnerUrlOf } from "../people/first-owner-link.ts";
import type { IdentityProvider } from "../people/identity-provider.ts";
import { createLateAccounts } from "../people/late-accounts.ts";
import { createOrganizations } from "../people/organizations.ts";

/** Dependencies of accounts besides the platform. */
export interface PeopleOptions extends Pick<AdministratorOptions, "adminToken" | "sessions"> {
  readonly settings: Settings;
  readonly mailer: Mailer | undefined;
  readonly fetchClientMetadata: AccountsOptions["fetchClientMetadata"];
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the account system, immediately if there are accounts or an identity provider, otherwise with the first
 * request.
 */
export async function openPeople(
  config: ServerConfig,
  platform: Platform,
  { settings, mailer, fetchClientMetadata, onError, ...administrator }: PeopleOptions,
): Promise<People & { readonly firstOwnerUrl: string | undefined }> {
  const { db: database, urls, rateLimiter } = platform;
  const organizations = createOrganizations(platform);
  const firstOwnerLink = createFirstOwnerLink(settings, database);
  const identityProvider = toIdentityProvider(config);
  const open = async (): Promise<Accounts> => {
    const { openAccounts } = await import("../people/open-accounts.ts");
    return await openAccounts({
      database,
      dialect: config.databaseUrl === undefined ? "sqlite" : "postgres",
      settings,
      urls,
      rateLimiter,
      organizations,
      firstOwnerLink,
      mailer,
      identityProvider,
      fetchClientMetadata,
      isAdministrator: createAdministratorCheck({ urls, ...administrator }),
      onError,
    });
  };
  const hasOwner = await organizations.hasOwner();
  // A server with accounts reports configuration errors at startup, and its first request doesn't wait for the
  // account system.
  const accounts = hasOwner || identityProvider !== undefined ? await open() : createLateAccounts(open);
  const token = hasOwner ? undefined : await firstOwnerLink.create();
  const firstOwnerUrl = token === undefined ? undefined : firstOwnerUrlOf(urls.console, token);
  return { accounts, organizations, firstOwnerUrl };
}

function toIdentityProvider({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
  oidcName: name,
}: ServerConfig): IdentityProvider | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name };
}
