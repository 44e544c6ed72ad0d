import { brotliCompressSync } from "node:zlib";
import { getOrganizationUsage, setOrganizationQuota } from "@plugboard/api/routes";
import { withoutTenantScope } from "@plugboard/platform";
import { describe, expect, it } from "vitest";
import { administrator, person, setUpApi } from "../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { contentContract } from "../product/contract.ts";
import { getImage, listImages, updateSiteCustomization, uploadFont } from "../client/routes.ts";
import type { SiteFont } from "../client/types.ts";
import { createWoff2, exampleTables } from "../fixtures/create-woff2.fixture.ts";
import { contentLimits } from "../limits/content-limits.ts";
import { getFontContent } from "./fonts.ts";
import { FontError, readWoff2 } from "./read-woff2.ts";
import { removeUnusedImages } from "./remove-unused-images.ts";

const font = createWoff2();

describe("a WOFF2 font", () => {
  it("is measured, with the weights of a variable font", async () => {
    const example = Object(contentContract.operations.uploadFont.example);
    expect(font.toString("base64")).toBe(example.body.content);
    const { path: _path, ...measures } = example.response.font;
    expect(await readWoff2(font)).toEqual(measures);
    // One axis, from 100 to 900.
    const fvar = Buffer.from("00010000001000020001001400000000776768740064000001900000038400000000", "hex");
    expect(await readWoff2(createWoff2({ tables: { ...exampleTables, fvar } }))).toEqual({
      ...measures,
      minWeight: 100,
      maxWeight: 900,
    });
  });

  const { cmap, ...withoutCmap } = exampleTables;
  const wrongHead = { ...exampleTables, head: Buffer.alloc(54) };
  const outOfBounds = { ...exampleTables, cmap: cmap?.subarray(0, 20) ?? Buffer.alloc(0) };
  it.each<[string, Buffer, RegExp]>([
    ["an image", Buffer.from("\x89PNG\r\n\x1A\n" + "x".repeat(60), "latin1"), /is not a WOFF2 font/],
    ["an HTML page", Buffer.from(`<!doctype html>${" ".repeat(60)}`), /is not a WOFF2 font/],
    ["a TTF file", Buffer.concat([Buffer.from([0, 1, 0, 0]), Buffer.alloc(60)]), /Convert TTF, OTF and WOFF/],
    ["an empty file", Buffer.alloc(0), /is not a WOFF2 font/],
    ["a collection", createWoff2({ flavor: 0x74746366 }), /is a collection of fonts/],
    ["a font without outlines", createWoff2({ flavor: 7 }), /has no outlines/],
    ["a truncated file", font.subarray(0, 100), /another length than it declares/],
    ["a file with more bytes", Buffer.concat([font, Buffer.from("<script>")]), /another length/],
    ["a directory beyond the end", createWoff2({ data: Buffer.alloc(0) }).subarray(0, 48), /another length/],
    ["data that isn't compressed", createWoff2({ data: Buffer.alloc(100, 1) }), /can't be decompressed/],
    [
      "data that is larger than its tables",
      createWoff2({ data: brotliCompressSync(Buffer.alloc(64 * 1024 * 1024)) }),
      /can't be decompressed/,
    ],
    ["data that is smaller", createWoff2({ data: brotliCompressSync(Buffer.alloc(3)) }), /another size/],
    [
      "tables that are too large",
      createWoff2({ tables: { ...exampleTables, name: Buffer.alloc(17_000_000) } }),
      /too large without compression/,
    ],
    ["a missing table", createWoff2({ tables: withoutCmap }), /lacks the table cmap/],
    ["a wrong table", createWoff2({ tables: wrongHead }), /wrong head table/],
    ["a table that ends too early", createWoff2({ tables: outOfBounds }), /ends too early/],
  ])("can't be %s", async (_name, file, message) => {
    await expect(readWoff2(file)).rejects.toThrow(message);
  });

  it("can be damaged anywhere without an unexpected error", async () => {
    const file = createWoff2();
    for (let index = 0; index < file.length; index += 1) {
      const damaged = Buffer.from(file);
      damaged.writeUInt8(damaged.readUInt8(index) ^ 0xff, index);
      const result: unknown = await readWoff2(damaged).catch((reason: unknown) => reason);
      expect(result instanceof FontError || !(result instanceof Error)).toBe(true);
    }
  });
});

describe.each(databaseKinds)("fonts of a space on %s", (kind) => {
  const { call, succeed, createContent, platform, clock } = setUpApi(kind);
  const upload = async (params: { readonly spaceId: string }, content: Uint8Array, caller = administrator) =>
    await call(caller, uploadFont, { params, body: { content: Buffer.from(content).toString("base64") } });

  it("are stored for their space, apart from its images, and count as stored bytes", async () => {
    const params = { ...(await createContent()) };
    const other = { ...(await createContent()) };
    const before = await succeed(administrator, getOrganizationUsage, { params });
    const { status, body } = await upload(params, font);
    const { id, font: stored } = Object(body);
    expect([status, stored]).toEqual([
      201,
      { path: `~fonts/${id}.woff2`, ascent: 0.8, descent: 0.2, lineGap: 0, width: 0.5 },
    ]);
    expect(Buffer.from(await getFontContent(platform(), params.spaceId, id))).toEqual(font);
    await expect(getFontContent(platform(), other.spaceId, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await succeed(administrator, listImages, { params })).toEqual({ items: [] });
    expect((await call(administrator, getImage, { params: { ...params, imageId: id } })).status).toBe(404);
    const { imageBytes } = await succeed(administrator, getOrganizationUsage, { params });
    expect(Number(imageBytes) - Number(before["imageBytes"])).toBe(font.length);
    const reader = person("r", { [params.organizationId]: "reader" });
    expect((await upload(params, font, reader)).status).toBe(403);
    const stranger = person("s", { [other.organizationId]: "owner" });
    expect((await upload(params, font, stranger)).status).toBe(404);
    await succeed(administrator, setOrganizationQuota, { params, body: { maxImageBytes: font.length } });
    expect((await upload(params, font)).status).toBe(409);
  });

  it("are rejected with a reason beside the field", async () => {
    const params = { ...(await createContent()) };
    const large = Buffer.alloc(contentLimits.fontBytes + 1);
    for (const [file, message] of [
      [Buffer.from("<svg/>"), "is not a WOFF2 font"],
      [large, "2 MiB"],
    ] as const)
      expect(await upload(params, file)).toMatchObject({
        status: 400,
        body: { problems: [{ path: "content", message: expect.stringContaining(message) }] },
      });
  });

  it("are removed once no site has used them for 30 days", async () => {
    const params = { ...(await createContent()) };
    const uploaded = Object((await upload(params, font)).body) as { id: string; font: SiteFont };
    const run = async (days: number): Promise<void> => {
      clock.now += days * 24 * 3600 * 1000;
      while ((await withoutTenantScope("cleaning", () => removeUnusedImages(platform()))) > 0);
    };
    const isStored = async () =>
      await getFontContent(platform(), params.spaceId, uploaded.id).then(
        () => true,
        () => false,
      );
    const fonts = { body: { regular: uploaded.font } };
    await succeed(administrator, updateSiteCustomization, { params, body: { fonts } });
    await run(40);
    await run(40);
    expect(await isStored()).toBe(true);
    await succeed(administrator, updateSiteCustomization, { params, body: {} });
    await run(1);
    expect(await isStored()).toBe(true);
    await run(31);
    expect(await isStored()).toBe(false);
  });

  it("are used only with a path and measures that can't change other styles", async () => {
    const params = { ...(await createContent()) };
    const stored = { path: "~fonts/fnt_1.woff2", ascent: 1, descent: 0.2, lineGap: 0 };
    const statusOf = async (change: object) =>
      (
        await call(administrator, updateSiteCustomization, {
          params,
          body: { fonts: { body: { regular: { ...stored, ...change } } } },
        })
      ).status;
    expect(await statusOf({})).toBe(200);
    for (const change of [
      { path: "https://evil.example/x.woff2" },
      { path: '~fonts/x.woff2"); } body { display: none }' },
      { path: "~fonts/../../x.woff2" },
      { ascent: "1%; } body { display: none" },
      { ascent: -1 },
      { width: 1e9 },
      { minWeight: 0 },
    ])
      expect(await statusOf(change)).toBe(400);
  });
});
