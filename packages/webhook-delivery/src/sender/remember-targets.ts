import { parseTargetUrl, type TargetUrl } from "./target-url.ts";

/**
 * Makes a function that takes each URL apart once, because a sender calls the same ones over and over. It remembers at most
 * `maxUrls`. Throws what `parseTargetUrl` throws.
 */
export function rememberTargets(maxUrls: number): (url: string) => TargetUrl {
  const targets = new Map<string, TargetUrl>();
  return (url) => {
    const known = targets.get(url);
    if (known !== undefined) return known;
    const target = parseTargetUrl(url);
    if (targets.size >= maxUrls) targets.clear();
    targets.set(url, target);
    return target;
  };
}
