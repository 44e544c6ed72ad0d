import { createHash } from "node:crypto";

const inlineScript = /<script(?![^>]*\ssrc[\s=>])[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Returns the Content-Security-Policy sources that allow these pages' inline scripts, without duplicates, as
 * `'sha256-…'`.
 */
export function hashInlineScripts(pages: Iterable<string>): string[] {
  const hashes = new Set<string>();
  for (const page of pages) {
    for (const [, code = ""] of page.matchAll(inlineScript)) {
      if (code !== "") hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
    }
  }
  return [...hashes].toSorted();
}
