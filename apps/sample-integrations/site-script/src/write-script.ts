/** The site's settings. */
export interface LinkSettings {
  readonly label: string;
  /** How long the page is remembered, in days. */
  readonly days: number;
}

/**
 * Returns the script that runs in the browser. It shares the page with other scripts: it defines no globals,
 * doesn't block, and only inserts text as text.
 */
export function writeScript(settings: LinkSettings): string {
  return `(() => {
  const { label, days } = ${JSON.stringify(settings)};
  const name = "continue_reading";
  // Cookies of this site alone: several sites share the origin.
  const path = location.pathname.split("/").slice(0, 3).join("/");
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith(name + "="));
  const before = decodeURIComponent(cookie?.slice(name.length + 1) ?? "");
  if (before.startsWith(path + "/") && before !== location.pathname) {
    const link = document.createElement("a");
    link.href = before;
    link.textContent = label;
    link.id = name;
    link.style.cssText = "position:fixed;right:1rem;bottom:1rem;padding:.5rem .75rem;border-radius:.5rem;background:#16202c;color:#fff";
    document.body.append(link);
  }
  document.cookie =
    name + "=" + encodeURIComponent(location.pathname) + "; path=" + path + "; max-age=" + days * 86400 + "; samesite=lax";
})();
`;
}
