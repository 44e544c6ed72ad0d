/** Returns a page of the demo services. The body is HTML; see {@link escapeHtml}. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  code { font-size: 0.9em; overflow-wrap: anywhere; }
  input, button { font: inherit; padding: 0.25rem 0.5rem; }
</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>
`;
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  const codes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (character) => codes[character] ?? character);
}
