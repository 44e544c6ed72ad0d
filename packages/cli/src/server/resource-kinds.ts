import { type ApiClient, type ContractResource, resourceInstallationRoutes } from "@plugboard/api/client";
import { getContract } from "@plugboard/api/routes";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** A kind of resource of the server's product. */
export type ResourceKind = ContractResource["kinds"][number];

/** Identifies a resource that integrations are installed in, such as a space. */
export interface ResourceName {
  readonly kind: string;
  readonly id: string;
}

/** Returns the kinds of resources that the server's product has. */
export async function readKinds(api: ApiClient): Promise<readonly ResourceKind[]> {
  return (await api.call(getContract)).kinds;
}

/** Returns a kind of resource. @throws CliError `usage` if the server's product has no such kind */
export function findKind(kinds: readonly ResourceKind[], name: string): ResourceKind {
  const kind = kinds.find((one) => one.kind === name);
  if (kind !== undefined) return kind;
  const names = kinds.map((one) => one.kind);
  throw new CliError("usage", `The server has no resources of the kind ${name}.`, {
    next: didYouMean(name, names),
  });
}

/** Parses a resource's kind and ID, such as `project:prj_1`. @throws CliError `usage` */
export function parseResource(text: string): ResourceName {
  const [, kind, id] = /^([a-z]\w*):(.+)$/.exec(text) ?? [];
  if (kind !== undefined && id !== undefined) return { kind, id };
  throw new CliError(
    "usage",
    `--resource needs a kind and an ID, such as project:prj_1, instead of ${text}.`,
  );
}

/** Returns the IDs of a kind's resources that an integration is installed in. */
export async function readInstalledIn(
  api: ApiClient,
  installationId: string,
  kind: ResourceKind,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { [kind.kind]: id } of api.list(resourceInstallationRoutes(kind.plural).list, {
    params: { installationId },
  }))
    ids.push(String(id));
  return ids;
}
