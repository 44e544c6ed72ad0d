import { defineInstallations, type ResourceInstallationOperations } from "@plugboard/api/contract";
import type { Feature } from "../../operations/feature.ts";
import type { AnyHandler } from "../../operations/operation-handler.ts";
import type { Contract } from "../../product/define-contract.ts";
import { createResourceInstallationHandlers } from "./resource-installation-handlers.ts";

/**
 * Creates the API of installations in a product's resources: for each kind, the operations below
 * `/installations/{installationId}/{plural}`, which the console uses to install integrations.
 *
 * @example
 * import { createResourceInstallationFeature } from "@plugboard/platform";
 *
 * const kinds = { project: { title: "Project", plural: "projects" } };
 * const { operations } = createResourceInstallationFeature({ kinds });
 * console.log(Object.keys(operations)[0]); // listProjectInstallations
 */
export function createResourceInstallationFeature({ kinds }: Pick<Contract, "kinds">): Feature {
  const ofKinds = Object.entries(kinds).map(([kind, { plural }]) => ({
    kind,
    operations: defineInstallations(kind, plural),
  }));
  const all = ofKinds.flatMap(({ operations }) => Object.values(operations));
  return {
    operations: Object.fromEntries(all.map((one) => [one.id, one])),
    createHandlers: (platform) => {
      const handlers = ofKinds.flatMap(({ kind, operations }) => {
        const ofKind = createResourceInstallationHandlers(platform, kind);
        return verbsOf(operations).map((verb) => [operations[verb].id, ofKind[verb]] as const);
      });
      // Each call is validated with the schemas of its operation.
      return Object.fromEntries(handlers) as unknown as Readonly<Record<string, AnyHandler>>;
    },
  };
}

function verbsOf(operations: ResourceInstallationOperations) {
  // The type has these keys only.
  return Object.keys(operations) as (keyof ResourceInstallationOperations)[];
}
