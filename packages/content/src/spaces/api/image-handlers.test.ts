import { contentContract } from "../../product/contract.ts";
import {
  deleteOrganization,
  getOrganizationUsage,
  listAuditEntries,
  listOrganizationExport,
  setOrganizationQuota,
} from "@plugboard/api/routes";
import {
  createPage,
  deleteImage,
  createSpace,
  deletePage,
  discardPageDraft,
  getImage,
  getImageContent,
  listImages,
  savePageDraft,
  trashSpace,
  updateSiteCustomization,
  uploadImage,
} from "../../client/routes.ts";
import { type PlatformContext, withoutTenantScope } from "@plugboard/platform";
import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { administrator, person, setUpApi } from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { tablesOf } from "../../database/tables-of.ts";
import { removeUnusedImages } from "../remove-unused-images.ts";
import { discardStaged, stageRevision } from "../stage-revision.ts";

const { content: png = "" } = Object(contentContract.operations.uploadImage.example.body);
const size = Buffer.from(png, "base64").length;
const base64 = (bytes: string): string => Buffer.from(bytes, "latin1").toString("base64");

describe.each(databaseKinds)("images of a space on %s", (kind) => {
  const { call, succeed, createContent, platform, clock } = setUpApi(kind);
  let content: Awaited<ReturnType<typeof createContent>>;
  beforeAll(async () => {
    content = await createContent();
  });
  const editor = () => person("e", { [content.organizationId]: "editor" });
  const owner = () => person("o", { [content.organizationId]: "owner" });
  const reader = () => person("r", { [content.organizationId]: "reader" });
  const upload = async (file: string, headers?: Record<string, string>) =>
    await call(editor(), uploadImage, {
      params: { ...content },
      body: { content: file },
      ...(headers && { headers }),
    });

  it("are stored with the type of their content, listed, read and deleted", async () => {
    const before = await succeed(owner(), getOrganizationUsage, { params: { ...content } });
    const stored = await upload(png, { "idempotency-key": "once" });
    expect(stored.status).toBe(201);
    const image = Object(stored.body);
    const params = { ...content, imageId: String(image.id) };
    expect(image).toEqual({
      id: expect.stringMatching(/^img_\w{24}$/),
      spaceId: content.spaceId,
      type: "image/png",
      bytes: size,
      path: `~images/${params.imageId}.png`,
      createdAt: expect.any(String),
    });
    expect((await upload(png, { "idempotency-key": "once" })).body).toEqual(image);
    expect(await succeed(reader(), listImages, { params })).toEqual({ items: [image] });
    expect(await succeed(reader(), getImage, { params })).toEqual(image);
    expect(await succeed(reader(), getImageContent, { params })).toEqual({ type: "image/png", content: png });
    const { imageBytes } = await succeed(owner(), getOrganizationUsage, { params });
    expect(Number(imageBytes) - Number(before["imageBytes"])).toBe(size);
    expect((await call(reader(), uploadImage, { params, body: { content: png } })).status).toBe(403);
    expect((await call(reader(), deleteImage, { params })).status).toBe(403);
    await succeed(editor(), deleteImage, { params });
    expect((await call(reader(), getImageContent, { params })).status).toBe(404);
    const { items } = await succeed(administrator, listAuditEntries, {
      query: { organization: content.organizationId },
    });
    const after = expect.objectContaining({ id: params.imageId });
    expect(items).toContainEqual(expect.objectContaining({ operation: "uploadImage", after }));
    expect(items).toContainEqual(expect.objectContaining({ operation: "deleteImage", before: image }));
  });

  it.each([
    ["image/png", "89504e470d0a1a0a 0000000d49484452"],
    ["image/jpeg", "ffd8ffe0 00104a46494600"],
    ["image/gif", "474946383961 0100 0100"],
    ["image/webp", "52494646 1a000000 57454250"],
    ["image/avif", "0000001c 66747970 61766966"],
    ["image/avif", "0000001c 66747970 61766973"],
    ["image/avif", "0000001c 66747970 6d696631 00000000 6d696631 61766966 6d696166"],
  ])("are recognized as %s by their first bytes", async (type, start) => {
    const bytes = Buffer.from(start.replaceAll(" ", ""), "hex").toString("latin1");
    expect((await upload(base64(`${bytes}<script>alert(1)</script>`))).body).toMatchObject({ type });
  });

  it.each([
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", /The file is an SVG, which can contain scripts\./],
    ['<?xml version="1.0"?><svg/>', /The file is an SVG, which can contain scripts\./],
    ["<!doctype html><script>alert(1)</script>", /is not a PNG, JPEG, GIF, WebP or AVIF image\./],
    ["\x89PNG", /is not a PNG, JPEG, GIF, WebP or AVIF image\./],
    // HEIC, whose brands end before the name of AVIF.
    ["\0\0\0\x18ftypmif1\0\0\0\0mif1heicavif", /is not a PNG, JPEG, GIF, WebP or AVIF image\./],
    ["BM\x3A\0", /is not a PNG, JPEG, GIF, WebP or AVIF image\./],
  ])("reject the file %j", async (file, message) => {
    const { status, text } = await upload(base64(file));
    expect([status, text]).toEqual([400, expect.stringMatching(message)]);
  });

  it("are at most 5 MiB", async () => {
    const start = Buffer.from(png, "base64");
    const image = (bytes: number): string => Buffer.concat([start], bytes).toString("base64");
    const limit = 5 * 1024 * 1024;
    expect((await upload(image(limit))).body).toMatchObject({ bytes: limit });
    const large = await upload(image(limit + 1));
    expect([large.status, large.text]).toEqual([
      400,
      expect.stringMatching(/larger than 5 MiB|at most 5 MiB/),
    ]);
    expect((await upload("%")).status).toBe(400);
    expect((await upload("")).status).toBe(400);
  });

  it("stay within the organization's quota, even under concurrent uploads", async () => {
    const { organizationId, ...params } = { ...(await createContent()) };
    await succeed(administrator, setOrganizationQuota, {
      params: { organizationId },
      body: { maxImageBytes: 3 * size },
    });
    const uploads = Array.from({ length: 5 }, () =>
      call(administrator, uploadImage, { params, body: { content: png } }),
    );
    const responses = await Promise.all(uploads);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 409, 409,
    ]);
    expect(responses.find(({ status }) => status === 409)?.text).toContain(
      `The images and fonts of the organization would have ${4 * size} bytes; the limit is ${3 * size}.`,
    );
  });

  it("cannot be added to a space in the trash", async () => {
    const params = { ...(await createContent()) };
    await succeed(administrator, trashSpace, { params });
    const refused = await call(administrator, uploadImage, { params, body: { content: png } });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("in the trash")]);
  });

  it("are kept if another space begins to use them while its pages are searched", async () => {
    const params = { ...(await createContent()) };
    const image = await succeed(administrator, uploadImage, { params, body: { content: png } });
    const imageId = String(image["id"]);
    const { id } = await succeed(administrator, createSpace, {
      body: { title: "Elsewhere", organization: params.organizationId },
    });
    const markdown = `![](https://sites.example.com/acme/~images/${imageId}.png)`;
    const searches = new Set<object>();
    let left = 2;
    // The last search is of the other space's versions.
    const useAfterSearch: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        const text = JSON.stringify(node);
        if (node.kind === "SelectQueryNode" && text.includes("page_versions") && text.includes(imageId))
          searches.add(queryId);
        return node;
      },
      async transformResult({ queryId, result }) {
        if (searches.delete(queryId)) left -= 1;
        if (left === 0)
          await succeed(administrator, createPage, {
            params: { spaceId: String(id) },
            body: { title: "New", markdown },
          });
        return result;
      },
    };
    const remove = async (context: PlatformContext) =>
      await withoutTenantScope("cleaning", () => removeUnusedImages(context));
    clock.now += 24 * 3600 * 1000;
    while ((await remove(platform())) > 0);
    clock.now += 30 * 24 * 3600 * 1000;
    left = 2;
    // A plugin keeps the scope of the database.
    const db = platform().db.withPlugin(useAfterSearch) as PlatformContext["db"];
    await remove({ ...platform(), db });
    expect(left).toBeLessThanOrEqual(0);
    const kept = await call(administrator, getImage, { params: { ...params, imageId } });
    expect(kept.status).toBe(200);
  });

  it("are checked again after a staged revision that uses them was discarded", async () => {
    const params = { ...(await createContent()) };
    const { organizationId, spaceId } = params;
    const { id } = await succeed(administrator, uploadImage, { params, body: { content: png } });
    const run = async (days: number): Promise<void> => {
      clock.now += days * 24 * 3600 * 1000;
      while ((await withoutTenantScope("cleaning", () => removeUnusedImages(platform()))) > 0);
    };
    const isStored = async () =>
      (await call(administrator, getImage, { params: { ...params, imageId: String(id) } })).status === 200;
    const revision = { id: `rev_${spaceId}`, organizationId, spaceId, number: 9 };
    const page = { id: "pag_1", slug: "one", title: "One", markdown: `![](~images/${String(id)}.png)` };
    await withoutTenantScope("cleaning", () => stageRevision(platform(), revision, [page]));
    await run(40);
    await run(40);
    expect(await isStored()).toBe(true);
    await withoutTenantScope("cleaning", () => discardStaged(platform(), revision));
    await run(1);
    await run(31);
    expect(await isStored()).toBe(false);
  });

  it("are removed once no page, draft, revision or customization has used them for 30 days", async () => {
    const params = { ...(await createContent()) };
    const names = ["unused", "discarded", "drafted", "published", "icon", "elsewhere", "formerly"] as const;
    const ids = new Map<string, string>();
    for (const name of names)
      ids.set(
        name,
        String((await succeed(administrator, uploadImage, { params, body: { content: png } }))["id"]),
      );
    const left = async (): Promise<string[]> => {
      const { items } = await succeed(administrator, listImages, { params });
      const stored = new Set(Object(items).map((image: object) => Object(image).id));
      return names.filter((name) => stored.has(ids.get(name)));
    };
    const run = async (days: number): Promise<void> => {
      clock.now += days * 24 * 3600 * 1000;
      while ((await withoutTenantScope("cleaning", () => removeUnusedImages(platform()))) > 0);
    };
    const show = (name: string): string => `![](~images/${ids.get(name)}.png)`;
    const other = await succeed(administrator, createPage, {
      params,
      body: { title: "Other", markdown: "" },
    });
    const write = async (pageId: unknown, name: string): Promise<void> => {
      const body = { title: "Draft", markdown: show(name), revisionId: "rev_1" };
      await succeed(administrator, savePageDraft, { params: { ...params, pageId: String(pageId) }, body });
    };
    await write(params.pageId, "discarded");
    await write(other["id"], "drafted");
    const body = { title: "Published", markdown: show("published") };
    const page = await succeed(administrator, createPage, { params, body });
    await succeed(administrator, deletePage, { params: { ...params, pageId: String(page["id"]) } });
    const iconUrl = `https://sites.example.com/acme/~images/${ids.get("icon")}.png`;
    await succeed(administrator, updateSiteCustomization, { params, body: { iconUrl } });

    // Pages of another space use the absolute URL.
    const { id } = await succeed(administrator, createSpace, {
      body: { title: "Elsewhere", organization: params.organizationId },
    });
    const elsewhere = { spaceId: String(id) };
    const showAbsolute = (name: string): string =>
      `![](https://sites.example.com/acme/~images/${ids.get(name)}.png)`;
    await succeed(administrator, createPage, {
      params: elsewhere,
      body: { title: "Now", markdown: showAbsolute("elsewhere") },
    });
    const former = await succeed(administrator, createPage, {
      params: elsewhere,
      body: { title: "Before", markdown: showAbsolute("formerly") },
    });
    await succeed(administrator, deletePage, { params: { ...elsewhere, pageId: String(former["id"]) } });

    await run(1);
    await run(29);
    expect(await left()).toEqual(names);
    await succeed(administrator, discardPageDraft, { params });
    await run(1);
    expect(await left()).toEqual(names.slice(1));
    await run(29);
    expect(await left()).toEqual(names.slice(1));
    await run(1);
    expect(await left()).toEqual(names.slice(2));
    await run(365);
    expect(await left()).toEqual(names.slice(2));
  });

  it("are in the organization's export, and removed with it", async () => {
    const params = { ...(await createContent()) };
    for (const _ of [1, 2]) await succeed(administrator, uploadImage, { params, body: { content: png } });
    const partSchema = z.object({
      items: z.array(z.looseObject({ kind: z.string() })),
      next: z.string().optional(),
    });
    const exported: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const part = partSchema.parse(await succeed(administrator, listOrganizationExport, { params, query }));
      exported.push(...part.items);
      cursor = part.next;
    } while (cursor !== undefined);
    const images = exported.filter((row) => Object(row).kind === "images");
    expect(images).toMatchObject([{ data: { content: png } }, { data: { content: png } }]);
    await succeed(administrator, deleteOrganization, { params });
    const left = tablesOf(platform().db)
      .selectFrom("images")
      .select("id")
      .where("space_id", "=", params.spaceId);
    expect(await left.execute()).toEqual([]);
  });
});
