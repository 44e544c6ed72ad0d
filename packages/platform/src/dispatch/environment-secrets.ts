import type { Environment } from "@plugboard/api";

const credentialsName = /credentials$/i;
const secretName = /token|secret|password|key/i;

/**
 * Returns the secrets in an environment: signing secrets, OAuth credentials and the integration's own
 * secrets, because a pinned version receives the secrets of a newer one.
 */
export function secretsIn(environment: Environment): readonly string[] {
  const { secrets, signingSecrets = {}, installation, spaceInstallation, siteInstallation } = environment;
  const credentials = [installation, spaceInstallation, siteInstallation]
    .flatMap((part) => Object.entries(part?.configuration ?? {}))
    .filter(([name]) => credentialsName.test(name))
    .flatMap(([, value]) => Object.entries(Object(value)))
    .filter(([name]) => secretName.test(name))
    .map(([, value]) => value);
  return [...Object.values(secrets), ...Object.values(signingSecrets), ...credentials].filter(
    (value) => typeof value === "string",
  );
}
