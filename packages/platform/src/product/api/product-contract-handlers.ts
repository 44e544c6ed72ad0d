import { productContractOperations } from "@plugboard/api/contract";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { noProduct } from "../define-contract.ts";
import { describeContract } from "../describe-contract.ts";

export const productContractFeature: Feature = defineFeature(
  productContractOperations,
  ({ product: { contract } = { contract: noProduct } }) => {
    const description = describeContract(contract);
    return { getContract: async () => description };
  },
);
