import { parentPort } from "node:worker_threads";
import { PlatformError } from "../common/platform-error.ts";
import type { DocumentRequest } from "./document-tasks.ts";
import type { DocumentReply } from "./open-document-thread.ts";

// Reads untrusted documents outside the event loop; see run-document-task.ts.

parentPort?.on("message", (request: DocumentRequest) => {
  void reply(request).then((message) => parentPort?.postMessage(message, []));
});

async function reply(request: DocumentRequest): Promise<DocumentReply<unknown>> {
  try {
    return { kind: "done", result: await run(request) };
  } catch (error) {
    if (error instanceof PlatformError) {
      const { code, message, problems } = error;
      return { kind: "refused", code, message, problems };
    }
    return {
      kind: "failed",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

// Each task loads only the modules that it needs: few servers ever check an OpenAPI document.
async function run({ task, input }: DocumentRequest): Promise<unknown> {
  if (task === "readJson") return (await import("./read-json.ts")).readJson(input);
  if (task === "checkOpenApiDocument")
    return await (await import("./check-openapi-document.ts")).checkOpenApiDocument(input);
  if (task === "diffTexts") return (await import("./diff-texts.ts")).diffTexts(input);
  const { acceptManifest, comparePublication } = await import("./check-publication.ts");
  return task === "acceptManifest" ? acceptManifest(input) : await comparePublication(input);
}
