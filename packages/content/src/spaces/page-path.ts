import { contentLimits } from "../limits/content-limits.ts";

/**
 * Returns an unused path for a title: `Getting started!` becomes `getting-started`, then `getting-started-2`.
 */
export function pathFromTitle(title: string, isTaken: (path: string) => boolean): string {
  const room = 6;
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, contentLimits.pathLength - room)
    .replaceAll(/^-|-$/g, "");
  const path = words === "" ? "page" : words;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
