export type { ContractCase } from "./contract-case.ts";
export { contractOwners, credentialStoreContract } from "./credential-store-contract.ts";
export { replayGuardContract } from "./replay-guard-contract.ts";
