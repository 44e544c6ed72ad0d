import { createHash } from "node:crypto";

const inlineScript = /<script(?![^>]*\ssrc[\s=>])[^>]*>([\s\S]*?)<\/script>/g;

/** The sources that a Content-Security-Policy has to name, so that the inline scripts of these pages run: each once, as `'sha256-…'`. */
export function hashInlineScripts(pages: Iterable<string>): string[] {
  const hashes = new Set<string>();
  for (const page of pages) {
    for (const [, code = ""] of page.matchAll(inlineScript)) {
      if (code !== "") hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    }
  }
  return [...hashes].toSorted();
}
