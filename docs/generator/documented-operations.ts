import { type AnyOperation, operationsOf } from "@plugboard/api/contract";
import { contentContract } from "@plugboard/content/contract";

/** The operations of a platform with the documentation product. */
export const documentedOperations: readonly AnyOperation[] = operationsOf(contentContract);
