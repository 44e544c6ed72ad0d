import type { Manifest } from "@plugboard/manifest";
import type { PlatformProblem } from "../common/platform-error.ts";
import type { OpenApiSummary } from "./check-openapi-document.ts";
import type { ManifestText, PublishedParts } from "./check-publication.ts";
import type { TextVersions } from "./diff-texts.ts";

/** The tasks of a document thread. */
export interface DocumentTasks {
  readonly readJson: (bytes: Uint8Array) => unknown;
  readonly checkOpenApiDocument: (text: string) => Promise<OpenApiSummary>;
  readonly diffTexts: (versions: TextVersions) => string | undefined;
  readonly acceptManifest: (manifest: ManifestText) => Manifest;
  readonly comparePublication: (parts: PublishedParts) => Promise<readonly PlatformProblem[]>;
}

/** A message to a document thread. */
export type DocumentRequest = {
  [Name in keyof DocumentTasks]: { readonly task: Name; readonly input: Parameters<DocumentTasks[Name]>[0] };
}[keyof DocumentTasks];
