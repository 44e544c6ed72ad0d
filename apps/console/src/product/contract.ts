import type { ContractKind, ContractResource } from "@plugboard/api/client";
import { getContract } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { api } from "../data/platform-api.ts";

/** Reads the declarations of the server's product, which change only with the server. */
export function useContract() {
  return useQuery({
    queryKey: [getContract.id],
    queryFn: (): Promise<ContractResource> => api.call(getContract),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const none: readonly ContractKind[] = [];

/** Returns the kinds of resources that integrations are installed in. Empty while loading. */
export function useKinds(): readonly ContractKind[] {
  return useContract().data?.kinds ?? none;
}
