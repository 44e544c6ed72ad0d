export { createSignedRequest, type SignedRequestOptions } from "./testing/create-signed-request.ts";
export {
  type CreateDedupeStore,
  type DedupeStoreCase,
  dedupeStoreContract,
} from "./testing/dedupe-store-contract.ts";
