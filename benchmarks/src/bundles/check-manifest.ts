import { checkManifest, printFindings } from "@plugboard/manifest";

/** Formats a manifest's mistakes as an editor in a web page would show them. */
export function describeMistakes(text: string): string {
  return printFindings(checkManifest(text), { text, file: "service-manifest.yaml" });
}
