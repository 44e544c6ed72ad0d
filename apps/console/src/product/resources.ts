import type { ContractKind } from "@plugboard/api/client";
import { useQueries } from "@tanstack/react-query";
import { useOrganizationId } from "../data/organization.ts";
import { useProduct, type Resource } from "./console-product.ts";
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
    combine: (results) => ({
      /** `undefined` while loading. */
      data:
        kinds.length > 0 && results.every(({ data }) => data !== undefined)
          ? results.flatMap(({ data = [] }) => data)
          : undefined,
      error: results.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
}
