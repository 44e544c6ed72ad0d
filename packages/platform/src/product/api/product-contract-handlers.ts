import { productContractOperations } from "@plugboard/api/contract";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { type Contract } from "../define-contract.ts";
import { describeContract } from "../describe-contract.ts";

/** The kinds of a platform without a product. */
const contentContract: Contract = {
  name: "content",
  kinds: {
    space: { title: "Space", plural: "spaces" },
    site: { title: "Site", plural: "sites", within: "space" },
  },
};

export const productContractFeature: Feature = defineFeature(
  productContractOperations,
  ({ product: { contract } = { contract: contentContract } }) => {
    const description = describeContract(contract);
    return { getContract: async () => description };
  },
);
