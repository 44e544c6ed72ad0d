import {
  defineOperations,
  everyMember,
  limits,
  managers,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import type { SiteDomain } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";
import { pathParameters } from "../../parameters/path-parameters.ts";

const domainSchema = shape(
  "SiteDomain",
  "A domain that serves a site once a DNS record proves its ownership.",
  z.object({
    domain: z.string().describe("In lower case and punycode, such as `docs.acme.example`."),
    status: z
      .enum(["pending", "verified", "failed"])
      .describe(
        "`pending` until the TXT record is found, for at most 7 days; `verified` while the site is served there; `failed` if the record wasn't found or has been gone for 3 days. Failed domains are only checked on request.",
      ),
    records: z
      .array(
        shape(
          "DomainRecord",
          "A DNS record.",
          z.object({ type: z.enum(["TXT", "CNAME"]), name: z.string(), value: z.string() }),
        ),
      )
      .describe(
        "The records to create: the proof of ownership, and the address. An apex domain such as `acme.example` needs an ALIAS or A record instead of the CNAME.",
      ),
    problem: z.string().optional().describe("The reason the last check failed."),
    url: z.url().describe("The site's URL at this domain."),
    checkedAt: z.iso.datetime().optional(),
    createdAt: z.iso.datetime(),
  }),
);

const additionSchema = shape(
  "SiteDomainAddition",
  "A domain to add.",
  z.object({
    domain: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .describe("A hostname such as `docs.acme.example`, without protocol, port or path."),
  }),
);

const example: SiteDomain = {
  domain: "docs.acme.example",
  status: "pending",
  records: [
    { type: "TXT", name: "_plugboard.docs.acme.example", value: "plugboard-site=k3y" },
    { type: "CNAME", name: "docs.acme.example", value: "sites.example.net" },
  ],
  url: "https://docs.acme.example/",
  createdAt: "2026-01-15T09:30:00.000Z",
};

/** Operations for the domains of sites. */
export const siteDomainOperations = defineOperations(
  {
    listSiteDomains: operation({
      method: "GET",
      path: "/sites/{siteId}/domains",
      tag: "Content",
      summary: "List the domains of a site with their DNS records",
      access: { resource: "site", scope: "site:metadata:read" },
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(domainSchema),
      example: { response: { items: [example] } },
    }),
    addSiteDomain: operation({
      method: "POST",
      path: "/sites/{siteId}/domains",
      tag: "Content",
      summary: `Add a domain to a site, at most ${contentLimits.siteDomains}`,
      access: "administrator",
      roles: managers,
      body: additionSchema,
      status: 201,
      response: domainSchema,
      errors: ["conflict"],
      example: { body: { domain: "docs.acme.example" }, response: example },
    }),
    checkSiteDomain: operation({
      method: "POST",
      path: "/sites/{siteId}/domains/{domainName}/check",
      // The domain can be another organization's, until this one proves that it has a new owner.
      reach: "all",
      tag: "Content",
      summary: "Check the DNS record of a site's domain",
      access: "administrator",
      roles: managers,
      response: domainSchema,
      errors: ["conflict"],
      example: { response: { ...example, status: "verified", checkedAt: "2026-01-15T09:40:00.000Z" } },
    }),
    removeSiteDomain: operation({
      method: "DELETE",
      path: "/sites/{siteId}/domains/{domainName}",
      tag: "Content",
      summary: "Remove a domain from a site, and stop serving the site there",
      access: "administrator",
      roles: managers,
      example: {},
    }),
  },
  pathParameters,
);
