import type { Environment, IntegrationTypes } from "@plugboard/api";

/** A resource as a request field, such as `{ projectId: "prj_1" }`. */
export type ResourceField = Readonly<Record<`${string}Id`, string>>;

/** Returns the resource of the environment's most specific installation. */
export function resourceOf(environment: Environment<IntegrationTypes>): ResourceField | undefined {
  // `resourceInstallationsOf` would add 0.2 kB to every integration.
  let found: ResourceField | undefined;
  // Containers come before the resources within them.
  for (const [name, installation] of Object.entries(environment)) {
    const [kind = "", rest] = name.split("Installation");
    if (rest === "" && installation) found = { [`${kind}Id`]: Object(installation)[kind] };
  }
  return found;
}
