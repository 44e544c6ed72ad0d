import { createOpenApiDocument } from "../packages/api/src/openapi.ts";

// `node --conditions=@plugboard/source scripts/print-openapi.ts` prints the OpenAPI document of the HTTP API,
// for comparisons.

const document = createOpenApiDocument({
  title: "Plugboard",
  version: "1",
  serverUrl: "https://plugboard.example/v1",
});
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
