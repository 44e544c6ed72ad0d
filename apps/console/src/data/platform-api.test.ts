import { listInstallations } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const installations = Array.from({ length: 150 }, (_, index) => ({
  id: `ins_${index}`,
  integration: "diagrams",
  status: "active",
}));

/** Responds like the platform, with pages of 100. Each installation is active in `spc_149`. */
function respond(url: string): Response {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  if (pathname.endsWith("/manifest"))
    return Response.json({ blocks: [{ id: "diagram", title: "Diagram", description: "" }] });
  const all = pathname.endsWith("/spaces")
    ? Array.from({ length: 150 }, (_, index) => ({ space: `spc_${index}`, status: "active" }))
    : installations;
  const start = Number(searchParams.get("cursor") ?? 0);
  const end = start + 100;
  return Response.json({ items: all.slice(start, end), next: end < all.length ? String(end) : undefined });
}

describe("the console's client", () => {
  beforeEach(() => {
    vi.stubGlobal("location", { pathname: "/" });
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(respond(url)));
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("reads all pages of a list", async () => {
    const { readAll } = await import("./platform-api.ts");
    expect(await readAll(listInstallations)).toEqual(installations);
  });

  it("can't read a list with `call`, which would drop all pages but one", async () => {
    const { api } = await import("./platform-api.ts");
    // @ts-expect-error -- lists are read with readAll or readPage
    expect(await api.call(listSpaces)).toBeDefined();
  });

  it("offers the blocks of every installation in a space", async () => {
    const { readCatalog } = await import("../content/editor/block-catalog.ts");
    expect(await readCatalog("spc_149")).toHaveLength(installations.length);
  });
});
