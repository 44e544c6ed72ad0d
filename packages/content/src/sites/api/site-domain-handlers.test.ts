import { listAuditEntries } from "@plugboard/api/routes";
import { withoutTenantScope } from "@plugboard/platform";
import { beforeEach, describe, expect, it } from "vitest";
import { person, setUpApi } from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import * as routes from "../../client/routes.ts";
import type { SiteDomain } from "../../client/types.ts";
import { createContent } from "../../product/content.ts";
import { checkDueDomains, findSlugOfDomain } from "../site-domains.ts";

const hour = 3600 * 1000;

/** The TXT records in the tests' DNS. */
const dns = new Map<string, readonly string[]>();
let outage: string | undefined;
const resolveTxt = async (name: string): Promise<readonly string[]> => {
  if (outage !== undefined) throw Object.assign(new Error("no response"), { code: outage });
  return dns.get(name) ?? [];
};

describe.each(databaseKinds)("domains of sites on %s", (kind) => {
  const api = setUpApi(kind, { product: createContent({ resolveTxt }) });
  let count = 0;
  let domain = "";
  beforeEach(() => {
    domain = `docs-${(count += 1)}.acme.example`;
    dns.clear();
    outage = undefined;
  });

  /** Creates a site in an organization of its own. */
  const createSite = async () => {
    const { organizationId, siteId, spaceId } = await api.createContent();
    const owner = person("o", { [organizationId]: "owner" });
    const params = { siteId, domainName: domain };
    // The API returned it.
    const list = async () =>
      (await api.succeed(owner, routes.listSiteDomains, { params }))["items"] as SiteDomain[];
    return {
      owner,
      params,
      organizationId,
      add: (input = domain) => api.call(owner, routes.addSiteDomain, { params, body: { domain: input } }),
      check: async () =>
        (await api.succeed(owner, routes.checkSiteDomain, { params })) as unknown as SiteDomain,
      remove: () => api.succeed(owner, routes.removeSiteDomain, { params }),
      list,
      state: async () => (await list()).find((each) => each.domain === domain),
      /** Creates the TXT record that the API asks for. */
      prove: async () => {
        const [record] = (await list()).find((each) => each.domain === domain)?.records ?? [];
        if (record === undefined) throw new Error("add the domain first");
        dns.set(record.name, [...(dns.get(record.name) ?? []), record.value]);
      },
      urls: async () => [
        (await api.succeed(owner, routes.getSite, { params }))["urls"],
        (await api.succeed(owner, routes.getSpace, { params: { spaceId } }))["urls"],
      ],
    };
  };
  const slugOf = (name: string) => findSlugOfDomain(api.platform(), name);
  const checkDue = async () => {
    let checked = 0;
    for (;;) {
      const batch = await withoutTenantScope("productJobs", () =>
        checkDueDomains(api.platform(), resolveTxt),
      );
      if (batch === 0) return checked;
      checked += batch;
    }
  };

  it("are verified by a TXT record, and become the site's URL", async () => {
    const acme = await createSite();
    const added = await acme.add(`  ${domain.toUpperCase()}. `);
    expect([added.status, added.body]).toMatchObject([
      201,
      {
        domain,
        status: "pending",
        url: `https://${domain}/`,
        records: [
          { type: "TXT", name: `_plugboard.${domain}`, value: expect.stringMatching(/^plugboard-site=./) },
          { type: "CNAME", name: domain, value: "sites.example.net" },
        ],
      },
    ]);
    const before = await acme.urls();
    expect(await slugOf(domain)).toBeUndefined();
    dns.set(`_plugboard.${domain}`, ["v=spf1 -all"]);
    expect(await acme.check()).toMatchObject({
      status: "pending",
      problem: expect.stringMatching(
        /^Found v=spf1 -all at _plugboard\.docs.* Expected plugboard-site=.+\.$/,
      ),
    });
    await acme.prove();
    expect(await acme.check()).toMatchObject({ status: "verified", checkedAt: expect.any(String) });
    expect((await acme.state())?.problem).toBeUndefined();
    expect(await slugOf(domain)).toBeDefined();
    expect(await acme.urls()).toMatchObject([
      { published: `https://${domain}/` },
      { published: `https://${domain}/` },
    ]);
    await acme.remove();
    expect(await slugOf(domain)).toBeUndefined();
    expect(await acme.urls()).toEqual(before);
    const { items } = (await api.succeed(acme.owner, listAuditEntries)) as { items: { operation: string }[] };
    expect(items.map(({ operation }) => operation).toSorted()).toEqual([
      "addSiteDomain",
      "checkSiteDomain",
      "checkSiteDomain",
      "removeSiteDomain",
    ]);
  });

  it("are rejected with a reason beside the field", async () => {
    const acme = await createSite();
    expect(await acme.add("https://docs.acme.example")).toMatchObject({
      status: 400,
      body: { problems: [{ path: "domain", message: expect.stringContaining("must be a hostname only") }] },
    });
    expect((await acme.add()).status).toBe(201);
    expect(await acme.add()).toMatchObject({
      status: 409,
      body: { problems: [{ path: "domain", message: "is already a domain of this site" }] },
    });
    for (const label of ["a", "b", "c", "d"]) expect((await acme.add(`${label}.${domain}`)).status).toBe(201);
    expect(await acme.add(`e.${domain}`)).toMatchObject({
      status: 409,
      body: { problems: [{ path: "domain", message: expect.stringContaining("a site can have 5 domains") }] },
    });
  });

  it("belong to the organization that proves its ownership, not to the first that added them", async () => {
    const squatter = await createSite();
    const acme = await createSite();
    await squatter.add();
    expect((await acme.add()).status).toBe(201);
    await acme.prove();
    expect(await squatter.check()).toMatchObject({ status: "pending" });
    expect(await acme.check()).toMatchObject({ status: "verified" });
    const slug = await slugOf(domain);
    // A second proof doesn't take it from the first site.
    await squatter.prove();
    expect(await squatter.check()).toMatchObject({
      status: "pending",
      problem: `${domain} is connected to another site. Remove it there, and check again.`,
    });
    expect(await slugOf(domain)).toBe(slug);
  });

  it("move to a new owner, who has replaced the record", async () => {
    const former = await createSite();
    const acme = await createSite();
    await former.add();
    await former.prove();
    await former.check();
    const slug = await slugOf(domain);
    await acme.add();
    dns.clear();
    expect(await acme.check()).toMatchObject({ status: "pending" });
    expect(await slugOf(domain)).toBe(slug);
    await acme.prove();
    expect(await acme.check()).toMatchObject({ status: "verified" });
    expect(await former.state()).toMatchObject({
      status: "failed",
      problem: expect.stringContaining("new owner"),
    });
    expect(await slugOf(domain)).not.toBe(slug);
  });

  it("fail three days after their record is gone, not during an outage, and need a new proof then", async () => {
    const acme = await createSite();
    await acme.add();
    await acme.prove();
    expect(await checkDue()).toBeGreaterThan(0);
    expect(await acme.state()).toMatchObject({ status: "verified" });
    outage = "TIMEOUT";
    for (let days = 0; days < 5; days += 1) {
      api.clock.now += 24 * hour;
      await checkDue();
    }
    expect(await acme.state()).toMatchObject({
      status: "verified",
      problem: `DNS did not respond to the query for the TXT records of _plugboard.${domain} (TIMEOUT). Check again later.`,
    });
    outage = undefined;
    dns.clear();
    await acme.check();
    api.clock.now += 71 * hour;
    await checkDue();
    expect(await acme.state()).toMatchObject({ status: "verified" });
    api.clock.now += hour;
    await checkDue();
    expect(await acme.state()).toMatchObject({
      status: "failed",
      problem: expect.stringContaining(`Found no TXT record at _plugboard.${domain}. Expected `),
    });
    expect(await slugOf(domain)).toBeUndefined();
    api.clock.now += 24 * hour;
    await acme.prove();
    await checkDue();
    expect(await acme.state()).toMatchObject({ status: "failed" });
    expect(await acme.check()).toMatchObject({ status: "verified" });
  });

  it("are verified for one site at a time, even by concurrent checks", async () => {
    const sites = [await createSite(), await createSite()];
    for (const site of sites) await site.add();
    for (const site of sites) await site.prove();
    await Promise.all(sites.map(({ check }) => check()));
    const states = await Promise.all(sites.map(({ state }) => state()));
    expect(new Set(states.map((state) => state?.status))).toEqual(new Set(["pending", "verified"]));
  });

  it("are read by every member, and changed by owners and admins", async () => {
    const { organizationId, params } = await createSite();
    const editor = person("e", { [organizationId]: "editor" });
    const body = { domain };
    expect((await api.call(editor, routes.listSiteDomains, { params })).status).toBe(200);
    for (const route of [routes.addSiteDomain, routes.checkSiteDomain, routes.removeSiteDomain])
      expect((await api.call(editor, route, { params, body })).status).toBe(403);
  });
});
