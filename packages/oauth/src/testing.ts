export type { ContractCase } from "./ports/contract-case.ts";
export { contractOwners, credentialStoreContract } from "./ports/credential-store-contract.ts";
export { replayGuardContract } from "./ports/replay-guard-contract.ts";
