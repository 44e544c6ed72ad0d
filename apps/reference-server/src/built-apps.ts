import { fileURLToPath } from "node:url";

// This file is as deep as the built server, which is a bundle, so the paths are right in both.
const folderOf = (path: string): string => fileURLToPath(new URL(`../../${path}/dist`, import.meta.url));

/** The folders of the built apps that the server serves. */
export const builtApps = {
  consoleDir: folderOf("console"),
  docsDir: folderOf("../docs"),
  siteDir: folderOf("site"),
};
