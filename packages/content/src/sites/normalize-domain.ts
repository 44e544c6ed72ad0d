import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import type { PlatformUrls } from "@plugboard/platform";

/** The first label of the name with the TXT record that proves the ownership of a domain. */
const proofLabel = "_plugboard";
const maxNameLength = 253;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostname = new RegExp(`^(?:${label}\\.)+${label}$`);

/** Returns the name of the TXT record that proves the ownership of a domain. */
export function proofNameOf(domain: string): string {
  return `${proofLabel}.${domain}`;
}

/**
 * Returns a domain in lower case and punycode, or the reason it can't be the domain of a site. Domains below the
 * server's own hosts are rejected too: scripts of their pages could set cookies for those hosts.
 */
export function normalizeDomain(
  input: string,
  urls: PlatformUrls,
): { readonly domain: string } | { readonly problem: string } {
  const text = input.trim();
  if (/[/:?#@%\s]/.test(text))
    return { problem: "must be a hostname only, such as docs.example.com, without https://, port or path" };
  const domain = domainToASCII(text.replace(/\.$/, ""));
  if (isIP(domain) !== 0)
    return { problem: "must be a hostname such as docs.example.com, not an IP address" };
  if (!hostname.test(domain) || proofNameOf(domain).length > maxNameLength)
    return { problem: "must be a hostname such as docs.example.com" };
  if (ownHosts(urls).some((own) => domain === own || domain.endsWith(`.${own}`)))
    return { problem: "belongs to this server. Use a domain of your own, such as docs.example.com" };
  return { domain };
}

function ownHosts({ api, console, public: sites, integrations }: PlatformUrls): readonly string[] {
  return [api, console, sites, integrations]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).hostname.replace(/^\*\./, ""));
}
