export { contractIntegration } from "./testing/contract-integration.ts";
export {
  type AlsoNamed,
  findRevealedResources,
  type Foreigner,
  type IsolatedOperation,
  type IsolationOptions,
  type ResourceIds,
  type RevealedResource,
  type SeenResponse,
} from "./testing/find-revealed-resources.ts";
export {
  type ContractCase,
  integrationRunnerContract,
  type RunnerUnderTest,
} from "./testing/integration-runner-contract.ts";
