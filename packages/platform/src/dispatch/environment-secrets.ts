import type { Environment } from "@plugboard/api";

const credentialsName = /credentials$/i;
const secretName = /token|secret|password|key/i;

/**
 * Returns the secrets in an environment: signing secrets, OAuth credentials and the integration's own
 * secrets, because a pinned version receives the secrets of a newer one.
 */
export function secretsIn(environment: Environment): readonly string[] {
  const { secrets, signingSecrets = {} } = environment;
  // Also the installations in resources of the product, such as `projectInstallation`.
  const credentials = Object.entries(environment)
    .filter(([name]) => /installation$/i.test(name))
    .flatMap(([, part]) => Object.entries<unknown>(Object(Reflect.get(Object(part), "configuration"))))
    .filter(([name]) => credentialsName.test(name))
    .flatMap(([, value]) => Object.entries(Object(value)))
    .filter(([name]) => secretName.test(name))
    .map(([, value]) => value);
  return [...Object.values(secrets), ...Object.values(signingSecrets), ...credentials].filter(
    (value) => typeof value === "string",
  );
}
