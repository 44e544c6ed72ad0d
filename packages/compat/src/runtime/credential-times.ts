import type { Configuration, Environment } from "@plugboard/api";
import { createPlatformCredentialStore, type CredentialStore, type OAuthContext } from "@plugboard/oauth";

/** GitBook's code stores `expires_at` in milliseconds or as a date; `@plugboard/oauth` needs seconds. */
const millisecondsFrom = 100_000_000_000;

/** Returns a configuration whose credentials expire at a time in seconds. */
export function inSeconds(configuration: Configuration): Configuration {
  return withExpiry(configuration, (milliseconds) => Math.floor(milliseconds / 1000));
}

/** Returns an environment whose credentials expire at times in seconds. */
export function environmentInSeconds(environment: Environment): Environment {
  const { installation, spaceInstallation, siteInstallation } = environment;
  return {
    ...environment,
    ...(installation && { installation: converted(installation) }),
    ...(spaceInstallation && { spaceInstallation: converted(spaceInstallation) }),
    ...(siteInstallation && { siteInstallation: converted(siteInstallation) }),
  };
}

function converted<Fields extends { readonly configuration: Configuration }>(fields: Fields): Fields {
  return { ...fields, configuration: inSeconds(fields.configuration) };
}

/** Creates a store of credentials in the installation's configuration that keeps expiry times in milliseconds. */
export function createCompatCredentialStore(context: OAuthContext): CredentialStore {
  const store = createPlatformCredentialStore(context);
  return {
    read: async (owner) => {
      const stored = await store.read(owner);
      return stored && { ...stored, configuration: inSeconds(stored.configuration) };
    },
    write: (owner, change, ifVersion) => {
      const configuration = withExpiry(change.configuration, (milliseconds) => milliseconds);
      return store.write(owner, { ...change, configuration }, ifVersion);
    },
  };
}

function withExpiry(configuration: Configuration, convert: (milliseconds: number) => number): Configuration {
  const credentials = configuration["oauth_credentials"];
  if (typeof credentials !== "object" || credentials === null || !("expires_at" in credentials))
    return configuration;
  const milliseconds = toMilliseconds(credentials.expires_at);
  if (milliseconds === undefined) return configuration;
  return { ...configuration, oauth_credentials: { ...credentials, expires_at: convert(milliseconds) } };
}

function toMilliseconds(time: unknown): number | undefined {
  const value = typeof time === "string" ? Number(time) || Date.parse(time) : time;
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return value < millisecondsFrom ? value * 1000 : value;
}
