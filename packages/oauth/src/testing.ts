export type { ContractCase } from "./contract-case.ts";
export { contractOwners, credentialStoreContract } from "./credentials/credential-store-contract.ts";
export { replayGuardContract } from "./flow/replay-guard-contract.ts";
