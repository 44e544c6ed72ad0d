export { contractIntegration } from "./testing/contract-integration.ts";
export {
  type ContractCase,
  integrationRunnerContract,
  type RunnerUnderTest,
} from "./testing/integration-runner-contract.ts";
