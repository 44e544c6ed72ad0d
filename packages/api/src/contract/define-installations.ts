import * as z from "zod";
import { installationFields, installationFieldsExample } from "./installation-resource.ts";
import { resourceInstallationDefinitions } from "./installations.ts";
import { type AnyOperation, operation } from "./operation.ts";
import { resourceInstallationPaths } from "./resource-installation-routes.ts";

/** The operations on installations in the resources of a kind. */
export type ResourceInstallationOperations = Readonly<
  Record<"list" | "create" | "get" | "update" | "remove" | "createConnectTicket", AnyOperation>
>;

/**
 * Declares the operations on installations in the resources of a kind.
 *
 * @example
 * import { defineInstallations } from "@plugboard/api/contract";
 *
 * const { create } = defineInstallations("project", "projects");
 * console.log(create.path); // /installations/{installationId}/projects/{projectId}
 */
export function defineInstallations(kind: string, plural: string): ResourceInstallationOperations {
  const response = z.looseObject({
    ...installationFields,
    installation: z.string(),
    [kind]: z.string(),
    urls: z.record(z.string(), z.url()),
  });
  const example = {
    ...installationFieldsExample,
    installation: "ins_1",
    [kind]: `${kind}_1`,
    urls: { publicEndpoint: "https://sites.example/integrations/ins_1" },
  };
  const { list, create, read, update, remove, createConnectTicket } = resourceInstallationDefinitions(
    { kind, plural },
    response,
    example,
  );
  const { all, one } = resourceInstallationPaths(plural, `${kind}Id`);
  const name = kind.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return {
    list: { id: `list${name}Installations`, ...operation({ method: "GET", path: all, ...list }) },
    create: { id: `create${name}Installation`, ...operation({ method: "PUT", path: one, ...create }) },
    get: { id: `get${name}Installation`, ...operation({ method: "GET", path: one, ...read }) },
    update: { id: `update${name}Installation`, ...operation({ method: "PATCH", path: one, ...update }) },
    remove: { id: `delete${name}Installation`, ...operation({ method: "DELETE", path: one, ...remove }) },
    createConnectTicket: {
      id: `create${name}ConnectTicket`,
      ...operation({ method: "POST", path: `${one}/connect/{property}`, ...createConnectTicket }),
    },
  };
}
