import { documentLimits } from "./document-limits.ts";
import type { DocumentRequest, DocumentTasks } from "./document-tasks.ts";
import { openDocumentThread } from "./open-document-thread.ts";

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const { timeout, heapMebibytes } = documentLimits;
const url = new URL(`document-thread.${extension}`, import.meta.url);
const open = () => openDocumentThread<DocumentRequest, unknown>({ url, timeout, heapMebibytes });

// OpenAPI documents and diffs can take seconds, so all other tasks use a separate thread.
const slow = open();
const fast = open();
const threads = {
  readJson: fast,
  acceptManifest: fast,
  comparePublication: fast,
  checkOpenApiDocument: slow,
  diffTexts: slow,
} satisfies Record<keyof DocumentTasks, typeof fast>;

/**
 * Runs a task on an untrusted document in a thread.
 *
 * @param transfer buffers of the input to transfer
 *
 * @throws PlatformError the errors of the task and of a document thread
 *
 * @example
 * import { runDocumentTask } from "@plugboard/platform/product";
 *
 * console.log(await runDocumentTask("checkOpenApiDocument", "openapi: 3.1.0"));
 */
export async function runDocumentTask<Name extends keyof DocumentTasks>(
  task: Name,
  input: Parameters<DocumentTasks[Name]>[0],
  transfer: readonly ArrayBuffer[] = [],
): Promise<Awaited<ReturnType<DocumentTasks[Name]>>> {
  // The generic parameter ties the input to the task's name and the result to both, which the compiler cannot
  // follow.
  const request = { task, input } as DocumentRequest;
  return (await threads[task](request, transfer)) as Awaited<ReturnType<DocumentTasks[Name]>>;
}
