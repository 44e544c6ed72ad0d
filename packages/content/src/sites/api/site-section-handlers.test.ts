import { listAuditEntries } from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { person, setUpApi } from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import * as routes from "../../client/routes.ts";
import type { SiteSectionInput, SiteSectionsUpdate } from "../../client/types.ts";
import { findPublishedSite, findSite } from "../find-published-site.ts";

describe.each(databaseKinds)("sections of sites on %s", (kind) => {
  const api = setUpApi(kind);

  /** Creates a site in an organization of its own, with another public space. */
  const createSite = async () => {
    const { organizationId, siteId, spaceId } = await api.createContent();
    const owner = person("o", { [organizationId]: "owner" });
    const params = { siteId, spaceId };
    const createSpace = async (title: string): Promise<string> => {
      const body = { organization: organizationId, title, visibility: "public" };
      return String((await api.succeed(owner, routes.createSpace, { body }))["id"]);
    };
    const { path } = await api.succeed(owner, routes.getSite, { params });
    return {
      owner,
      params,
      organizationId,
      createSpace,
      reference: await createSpace("Reference"),
      set: (sections: readonly SiteSectionInput[], home?: SiteSectionsUpdate["home"]) =>
        api.call(owner, routes.updateSiteSections, { params, body: { home, sections } }),
      read: () => api.succeed(owner, routes.getSiteSections, { params }),
      find: () => findSite(api.platform(), String(path)),
      findPublished: () => findPublishedSite(api.platform(), String(path)),
    };
  };

  it("are set together, in the order of the tabs, and recorded in the audit log", async () => {
    const acme = await createSite();
    const changes = await acme.createSpace("Changes");
    const home = await acme.read();
    expect(home).toMatchObject({ home: { title: expect.any(String) }, sections: [] });
    const sections = [
      { path: "news", title: "News", spaceId: changes },
      { path: "api", title: "API", spaceId: acme.reference },
    ];
    expect((await acme.set(sections, { title: "Guides" })).body).toEqual({
      home: { title: "Guides" },
      sections,
      version: expect.any(String),
    });
    const { sections: shown } = await acme.findPublished();
    expect(shown.map(({ path, title }) => [path, title])).toEqual([
      ["", "Guides"],
      ["news", "News"],
      ["api", "API"],
    ]);
    expect(await api.succeed(acme.owner, routes.getSpace, { params: { spaceId: changes } })).toMatchObject({
      urls: { published: expect.stringMatching(/\/news\/$/) },
    });
    await acme.set([]);
    expect(await acme.read()).toEqual(home);
    const { items } = (await api.succeed(acme.owner, listAuditEntries)) as { items: { operation: string }[] };
    expect(items.map(({ operation }) => operation)).toContain("updateSiteSections");
  });

  it("are not overwritten by someone who hasn't seen the last change", async () => {
    const acme = await createSite();
    const section = { path: "api", title: "API", spaceId: acme.reference };
    const put = async (version: unknown, title: string) =>
      (
        await api.call(acme.owner, routes.updateSiteSections, {
          params: acme.params,
          body: { sections: [{ ...section, title }] },
          headers: { "if-match": `"${String(version)}"` },
        })
      ).status;
    const { version } = await acme.read();
    // One of two concurrent changes is refused.
    const statuses = await Promise.all([put(version, "First"), put(version, "Second")]);
    expect(new Set(statuses)).toEqual(new Set([200, 412]));
    expect(await put(version, "Third")).toBe(412);
    const changed = await acme.read();
    expect(changed).toMatchObject({ sections: [{ title: expect.stringMatching(/^(?:First|Second)$/) }] });
    expect(await put(changed["version"], "Fourth")).toBe(200);
    const { headers } = await api.call(acme.owner, routes.getSiteSections, { params: acme.params });
    expect(headers.get("etag")).toBe(`"${String((await acme.read())["version"])}"`);
  });

  it("are rejected with a reason beside the field", async () => {
    const acme = await createSite();
    const other = await createSite();
    const section = { path: "api", title: "API", spaceId: acme.reference };
    const page = { title: "Setup", path: "setup" };
    await api.succeed(acme.owner, routes.createPage, { params: acme.params, body: page });
    const wrong: readonly [SiteSectionInput[], number, string, string][] = [
      [[{ ...section, path: "A b" }], 400, "0.path", "must be lower-case letters"],
      [[{ ...section, path: "site-assets" }], 400, "0.path", "is reserved"],
      [[{ ...section, title: " " }], 400, "0.title", "must not be empty"],
      [[section, section], 400, "1.path", "is the path of another section"],
      [[section, { ...section, path: "v2" }], 400, "1.spaceId", "is already shown by this site"],
      [[{ ...section, spaceId: acme.params.spaceId }], 400, "0.spaceId", "is already shown by this site"],
      [[{ ...section, spaceId: other.reference }], 400, "0.spaceId", "is not a space of this organization"],
      [[{ ...section, path: "setup" }], 409, "0.path", "Choose another path, or change that of the page"],
    ];
    for (const [sections, status, path, message] of wrong)
      expect(await acme.set(sections)).toMatchObject({
        status,
        body: { problems: [{ path: `sections.${path}`, message: expect.stringContaining(message) }] },
      });
    const many = Array.from({ length: 21 }, (_, index) => ({ ...section, path: `s${index}` }));
    expect(await acme.set(many)).toMatchObject({ status: 400, body: { problems: [{ path: "sections" }] } });
    expect(await acme.read()).toMatchObject({ sections: [] });
    await acme.set([section]);
    expect(
      await api.call(acme.owner, routes.updateSite, {
        params: acme.params,
        body: { spaceId: acme.reference },
      }),
    ).toMatchObject({
      status: 409,
      body: { problems: [{ path: "spaceId", message: expect.stringContaining("by the section api") }] },
    });
  });

  it("have variants, which are versions or languages", async () => {
    const acme = await createSite();
    const german = await acme.createSpace("German");
    const old = await acme.createSpace("Old");
    const home = {
      title: "Guides",
      variantTitle: "English",
      variants: [{ path: "de", title: "German", spaceId: german, language: "de" }],
    };
    const variants = [{ path: "v1", title: "v1", spaceId: old }];
    const section = { path: "api", title: "API", spaceId: acme.reference, variantTitle: "v2", variants };
    const saved = await acme.set([section], home);
    expect([saved.status, saved.body]).toMatchObject([200, { home, sections: [section] }]);
    expect((await acme.findPublished()).sections.map(({ path, variantOf }) => [path, variantOf])).toEqual([
      ["", undefined],
      ["de", ""],
      ["api", undefined],
      ["api/v1", "api"],
    ]);
    const params = { spaceId: acme.reference };
    const { id } = await api.succeed(acme.owner, routes.createPage, {
      params,
      body: { title: "v1", path: "v1" },
    });
    expect(await acme.read()).toMatchObject({ sections: [{ variants: [{ hiddenPageId: id }] }] });
    expect(await acme.set([{ ...section, path: "de" }], home)).toMatchObject({
      status: 400,
      body: {
        problems: [{ path: "sections.0.path", message: expect.stringContaining("of another section") }],
      },
    });
    expect(await acme.set([section], home)).toMatchObject({
      status: 409,
      body: { problems: [{ path: "sections.0.variants.0.path" }] },
    });
    expect(await acme.set([{ ...section, language: "no language" }])).toMatchObject({
      status: 400,
      body: { problems: [{ path: "sections.0.language", message: expect.stringContaining("such as de") }] },
    });
    // Its variants have no place without it.
    await api.succeed(acme.owner, routes.updateSpace, { params, body: { visibility: "private" } });
    expect((await acme.findPublished()).sections.map(({ path }) => path)).toEqual(["", "de"]);
  });

  it("name the page that they hide", async () => {
    const acme = await createSite();
    await acme.set([{ path: "api", title: "API", spaceId: acme.reference }]);
    const body = { title: "API", path: "api" };
    const { id } = await api.succeed(acme.owner, routes.createPage, { params: acme.params, body });
    expect(await acme.read()).toMatchObject({ sections: [{ path: "api", hiddenPageId: id }] });
  });

  it("are not shown while their space is private or in the trash", async () => {
    const acme = await createSite();
    const params = { spaceId: acme.reference };
    await acme.set([{ path: "api", title: "API", spaceId: acme.reference }]);
    await api.succeed(acme.owner, routes.updateSpace, { params, body: { visibility: "private" } });
    expect((await acme.findPublished()).sections).toHaveLength(1);
    expect((await acme.find()).sections).toHaveLength(2);
    await api.succeed(acme.owner, routes.updateSpace, { params, body: { visibility: "unlisted" } });
    expect((await acme.findPublished()).sections).toHaveLength(2);
    await api.succeed(acme.owner, routes.trashSpace, { params });
    expect((await acme.find()).sections).toHaveLength(1);
    expect(await acme.read()).toMatchObject({ sections: [{ path: "api" }] });
  });

  it("stay at their path while their space requires an approval", async () => {
    const acme = await createSite();
    const editor = person("e", { [acme.organizationId]: "editor" });
    const section = { path: "api", title: "API", spaceId: acme.reference };
    const set = async (...sections: readonly SiteSectionInput[]) =>
      (await api.call(editor, routes.updateSiteSections, { params: acme.params, body: { sections } })).status;
    expect(await set(section)).toBe(200);
    await api.succeed(acme.owner, routes.updateSpace, {
      params: { spaceId: acme.reference },
      body: { requiresApproval: true },
    });
    expect(await set()).toBe(403);
    expect(await set({ ...section, path: "v2" })).toBe(403);
    expect(await set({ ...section, spaceId: await acme.createSpace("Other") })).toBe(403);
    expect(await set({ ...section, title: "Reference" })).toBe(200);
    expect((await acme.set([])).status).toBe(200);
  });

  it("are changed by editors only", async () => {
    const acme = await createSite();
    const reader = person("r", { [acme.organizationId]: "reader" });
    const { params } = acme;
    expect((await api.call(reader, routes.getSiteSections, { params })).status).toBe(200);
    expect(
      (await api.call(reader, routes.updateSiteSections, { params, body: { sections: [] } })).status,
    ).toBe(403);
  });
});
