import { operationsOf } from "../packages/api/src/contract.ts";
import { createOpenApiDocument } from "../packages/api/src/openapi.ts";
import { contentContract } from "../packages/content/src/product/contract.ts";

// `node --conditions=@plugboard/source scripts/print-openapi.ts` prints the OpenAPI document of the HTTP API
// with the documentation product, for comparisons.

const document = createOpenApiDocument({
  title: "Plugboard",
  version: "1",
  serverUrl: "https://plugboard.example/v1",
  operations: operationsOf(contentContract),
  events: contentContract.events,
});
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
