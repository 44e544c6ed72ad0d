import { checkManifest, printFindings } from "@plugboard/manifest";

/** What an editor in a web page shows of a manifest's mistakes. */
export function describeMistakes(text: string): string {
  return printFindings(checkManifest(text), { text, file: "service-manifest.yaml" });
}
