import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createOpenApiDocument } from "@plugboard/api/openapi";
import { contentContract } from "@plugboard/content/contract";
import { documentedOperations } from "./documented-operations.ts";

// Uses only local files and no inline code but styles, so the page works offline and under the server's
// policy.
const settings = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** Writes the interactive page of the HTTP API and its assets into a folder. */
export async function writeHttpApiConsole(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const main = fileURLToPath(import.meta.resolve("@scalar/api-reference"));
  await cp(join(dirname(main), "browser/standalone.js"), join(folder, "scalar.js"));
  // Relative to the server that serves the documentation.
  const document = createOpenApiDocument({
    title: "Plugboard",
    version: "1",
    serverUrl: "/v1",
    operations: documentedOperations,
    events: contentContract.events,
  });
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  const attributes = `data-url="openapi.json" data-configuration='${JSON.stringify(settings)}'`;
  await writeFile(
    join(folder, "index.html"),
    [
      "<!doctype html>",
      '<html lang="en">',
      '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>HTTP API – Plugboard</title></head>',
      `<body><script id="api-reference" ${attributes}></script><script src="scalar.js"></script></body>`,
      "</html>",
      "",
    ].join("\n"),
  );
}
