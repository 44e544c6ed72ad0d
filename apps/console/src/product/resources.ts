import type { ContractKind } from "@plugboard/api/client";
import { useQueries } from "@tanstack/react-query";
import { useOrganizationId } from "../data/organization.ts";
import { useProduct, type Resource } from "./console-product.ts";
import { combineKinds } from "./combine-kinds.ts";
import { useKinds } from "./contract.ts";

/** A resource of the current organization with its kind. */
export interface ListedResource extends Resource {
  readonly kind: ContractKind;
}

/** Reads the resources of the current organization. */
export function useResources() {
  const { resources } = useProduct();
  const kinds = useKinds();
  const organizationId = useOrganizationId();
  return useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ["resources", kind.kind, organizationId],
      queryFn: async (): Promise<readonly ListedResource[]> => {
        const listed = await resources[kind.kind]?.(organizationId ?? "");
        return listed?.map((resource) => ({ ...resource, kind })) ?? [];
      },
      enabled: organizationId !== undefined,
    })),
    combine: combineKinds,
  });
}
