export { checkFiles } from "./files/check-files.ts";
export { readManifest } from "./files/read-manifest.ts";
