import type { CompatEnvironment } from "./environment.ts";

type Fields = Readonly<Record<string, unknown>>;

const previousOf = (installation: Fields | undefined) => ({
  previous: { status: installation?.["status"], configuration: installation?.["configuration"] ?? {} },
});

/**
 * Additional fields of GitBook's events. Settings are taken from the environment, because events don't
 * contain them.
 */
const additions: Readonly<Record<string, (environment: CompatEnvironment) => Fields>> = {
  installation_deleted: ({ installation }) => previousOf(installation),
  space_installation_deleted: ({ spaceInstallation }) => previousOf(spaceInstallation),
  site_installation_deleted: ({ siteInstallation }) => previousOf(siteInstallation),
  space_content_updated: () => ({ updatedBy: [] }),
};

/** Returns an event with the fields that a GitBook handler reads. */
export function adaptEvent(event: unknown, environment: CompatEnvironment): unknown {
  const fields: Fields = Object(event);
  const type = fields["type"];
  const add = typeof type === "string" && Object.hasOwn(additions, type) ? additions[type] : undefined;
  return add === undefined ? event : { ...add(environment), ...fields };
}
