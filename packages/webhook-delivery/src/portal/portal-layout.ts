import { html, type Html } from "./html.ts";

// Tells the framing page, the `WebhookPortal` component, that the portal is ready or that its session has ended, and applies its theme.
const script = `
const state = document.documentElement.dataset.session;
if (parent !== window) parent.postMessage({ type: "plugboard-portal-" + state }, "*");
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.type !== "plugboard-portal-theme") return;
  const { accent, scheme, radius } = data.theme ?? {};
  const root = document.documentElement.style;
  if (/^#[0-9a-f]{6}$/i.test(accent)) root.setProperty("--accent", accent);
  if (scheme === "light" || scheme === "dark") root.colorScheme = scheme;
  if (Number.isFinite(radius)) root.setProperty("--radius", radius + "px");
});
`;

const style = `
:root { color-scheme: light dark; --accent: light-dark(#4f46e5, #a3abff); --radius: 8px; --line: light-dark(#d9dce3, #3a3f4c) }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 0.9375rem/1.5 system-ui, sans-serif;
  background: light-dark(#fff, #1a1c23); color: light-dark(#1b1d24, #eceef4) }
h1 { font-size: 1.25rem } h2 { font-size: 1rem; margin-top: 2rem }
a { color: var(--accent) }
table { width: 100%; border-collapse: collapse } th, td { padding: 0.375rem 0.5rem; border-bottom: 1px solid var(--line); text-align: left }
input, button { padding: 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: none; color: inherit; font: inherit }
input:not([type]) { width: min(100%, 32rem) }
button { border-color: var(--accent); color: var(--accent); cursor: pointer }
form.inline { display: inline } label { display: block; margin: 0.5rem 0 } pre { overflow: auto } [role="alert"] { color: light-dark(#b42318, #ff9a93) }
`;

/** The hash sources of the page's script, for its Content Security Policy. */
export async function scriptHash(): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** Renders a page of the portal. `session` is reported to the framing page. */
export function renderPage(title: string, content: Html, session: "ready" | "expired" = "ready"): string {
  const raw = (text: string): Html => ({ html: text });
  return html`<!doctype html>
<html lang="en" data-session="${session}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${raw(style)}</style>
<main><h1>${title}</h1>${content}</main>
<script>${raw(script)}</script>
</html>
`.html;
}
