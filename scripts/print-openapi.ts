import { createOpenApiDocument } from "../packages/api/src/openapi.ts";

// `node --conditions=@plugboard/source scripts/print-openapi.ts` writes the HTTP API's OpenAPI document, to compare it with another one.

const document = createOpenApiDocument({
  title: "Plugboard",
  version: "1",
  serverUrl: "https://plugboard.example/v1",
});
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
