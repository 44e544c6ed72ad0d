import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { productPlaceholder } from "../page/product-placeholder.ts";
import type { ConsoleOptions, createConsole } from "./create-console.ts";

/** Copies the package to a folder with these built files, and creates its console. */
async function consoleWith(files: Readonly<Record<string, string | Buffer>>, options?: ConsoleOptions) {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-console-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const built = join(folder, "dist/files");
  await mkdir(join(built, "assets"), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(built, path), content);
  const module = join(folder, "src/serving/create-console.ts");
  await cp(join(import.meta.dirname, ".."), join(folder, "src"), { recursive: true });
  const { createConsole: create }: { createConsole: typeof createConsole } = await import(
    pathToFileURL(module).href
  );
  const { fetch } = create(options ?? { product: shops });
  return {
    built,
    get: (path: string, init?: RequestInit) => fetch(new Request(`https://shops.example${path}`, init)),
  };
}

const shops = { module: "/product.js", title: "Shops", pages: [{ path: "/orders", title: "Orders" }] };
const page = '<!doctype html><html lang="en"></html>';
const script = "export {};";

describe("createConsole", () => {
  it("serves the page with the product for any path", async () => {
    const { get } = await consoleWith(
      { "index.html": page },
      { product: { module: "/a.js", title: "A & B", pages: [] }, frameAncestors: ["https://app.example"] },
    );
    const response = await get("/marketplace");
    expect(await response.text()).toBe(
      '<!doctype html><html data-product="{&quot;module&quot;:&quot;/a.js&quot;,&quot;title&quot;:&quot;A &amp; B&quot;,&quot;pages&quot;:[]}" lang="en"></html>',
    );
    expect(response.headers.get("content-security-policy")).toContain(
      "frame-ancestors 'self' https://app.example",
    );
  });

  it("sends browsers with a session the product's navigation before the scripts", async () => {
    const { product, path, title } = productPlaceholder;
    const item = (to: string, name: string) => `<li><a href="${to}">${name}</a></li>`;
    const shell = `<html><title>${product}</title><body><nav>${item("/", "Overview")}${item(path, title)}${item("/installed", "Installed")}</nav>`;
    const { get } = await consoleWith(
      { "index.html": "<html><body>", "shell.html": shell, "deliveries.html": `${shell}<form>` },
      {
        product: {
          module: "/product.js",
          title: "A & <B>",
          pages: [
            { path: "/orders", title: "Orders $&" },
            { path: "/carts", title: "<Carts>" },
          ],
        },
        hasSession: ({ headers }) => headers.get("cookie")?.includes("session=") === true,
      },
    );
    const read = async (url: string, cookie = "session=x") =>
      (await (await get(url, { headers: { cookie } })).text()).replace(/<html( data-product="[^"]*")?>/, "");
    const current = (to: string) => `<a class="active" aria-current="page" href="${to}">`;
    const orders = await read("/orders?organization=org_1");
    expect(orders).toBe(
      `<title>A &amp; &lt;B></title><body><nav>${item("/?organization=org_1", "Overview")}<li>${current("/orders?organization=org_1")}Orders $&amp;</a></li>${item("/carts?organization=org_1", "&lt;Carts>")}${item("/installed?organization=org_1", "Installed")}</nav>`,
    );
    expect(await read("/installed/ins_1")).toContain(current("/installed"));
    expect(await read("/")).toContain(current("/"));
    expect(await read("/account")).not.toContain("aria-current");
    expect(await read("/deliveries?status=failed")).toContain('name="status" value="failed"');
    expect(await read("/", "session=x; plugboard-theme=dark")).toContain('<body data-theme="dark">');
    for (const [url, cookie] of [
      ["/orders", "a=b"],
      ["/portal/org_1", "session=x"],
      ["/embed/marketplace", "session=x"],
    ] as const)
      expect([url, await read(url, cookie)]).toEqual([url, "<body>"]);
  });

  it("lets the origins of an organization embed only its portal", async () => {
    const { get } = await consoleWith(
      { "index.html": page },
      {
        product: shops,
        frameAncestors: ["https://app.example"],
        listPortalOrigins: async (organizationId) =>
          organizationId === "org_1" ? ["https://app.example", "https://customer.example"] : [],
      },
    );
    const framersOf = async (path: string) =>
      /frame-ancestors (.*)$/.exec((await get(path)).headers.get("content-security-policy") ?? "")?.[1];
    const both = "'self' https://app.example https://customer.example";
    expect(await framersOf("/portal/org_1")).toBe(both);
    expect(await framersOf("/portal/org_1/deliveries")).toBe(both);
    for (const path of ["/portal/org_2", "/portal/org_1x", "/portal", "/embed/marketplace"])
      expect([path, await framersOf(path)]).toEqual([path, "'self' https://app.example"]);
  });

  it("lets exactly the origins of an embed token frame its page", async () => {
    const { get } = await consoleWith(
      { "index.html": page },
      {
        product: shops,
        frameAncestors: ["https://app.example"],
        readEmbedOrigins: async (frame) => (frame === "known" ? ["https://host.example"] : []),
      },
    );
    const framersOf = async (path: string) =>
      /frame-ancestors (.*)$/.exec((await get(path)).headers.get("content-security-policy") ?? "")?.[1];
    expect(await framersOf("/embed/marketplace?frame=known")).toBe("https://host.example");
    expect(await (await get("/embed/marketplace?frame=known")).text()).toContain(
      'data-frame-origins="https://host.example"',
    );
    expect(await framersOf("/embed/marketplace?frame=other")).toBe("'none'");
    expect(await framersOf("/marketplace?frame=known")).toBe("'self' https://app.example");
  });

  it("serves assets, compressed for browsers that accept it", async () => {
    const { get } = await consoleWith({
      "assets/a.js": script,
      "assets/a.js.br": brotliCompressSync(script),
      "assets/b.css": "a {}",
    });
    const compressed = await get("/assets/a.js", { headers: { "accept-encoding": "gzip, br" } });
    expect(compressed.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await compressed.arrayBuffer()).toString()).toBe(script);
    expect(await (await get("/assets/a.js")).text()).toBe(script);
    const plain = await get("/assets/b.css", { headers: { "accept-encoding": "br" } });
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, "a {}"]);
  });

  it.each(["/assets/missing.js", "/assets/..%2findex.html", "/assets/a.js.br", "/assets/manifest.json"])(
    "has no file %s",
    async (path) => {
      const { get } = await consoleWith({
        "index.html": page,
        "assets/a.js.br": "",
        "assets/manifest.json": "{}",
      });
      expect((await get(path)).status).toBe(404);
    },
  );

  it("says how to build the console, and serves it once it is built", async () => {
    const { built, get } = await consoleWith({});
    await expect(get("/")).rejects.toThrow(
      /The built console is missing in .*files.*turbo build --filter @plugboard\/console/,
    );
    await writeFile(join(built, "index.html"), page);
    expect((await get("/")).status).toBe(200);
  });

  it.each(["/embed/block?frame=a", "/portal/org_1?frame=a", "/portal/org_1"])(
    "leaves no rejection unhandled at %s without the built console",
    async (path) => {
      const unhandled: unknown[] = [];
      const note = (error: unknown) => void unhandled.push(error);
      process.on("unhandledRejection", note);
      onTestFinished(() => void process.off("unhandledRejection", note));
      const slow = async () => {
        await delay(20);
        return [];
      };
      const { get } = await consoleWith(
        {},
        { product: shops, listPortalOrigins: slow, readEmbedOrigins: slow },
      );
      await expect(get(path)).rejects.toThrow("The built console is missing");
      expect(unhandled).toEqual([]);
    },
  );

  it("doesn't report a file that can't be read as missing", async () => {
    const { built, get } = await consoleWith({});
    await mkdir(join(built, "assets/a.js"));
    await expect(get("/assets/a.js")).rejects.toThrow("EISDIR");
  });

  it("lets its forms open pages of integrations on the public origin", async () => {
    const policyOf = async (options: Partial<ConsoleOptions>) => {
      const { get } = await consoleWith({ "index.html": page }, { product: shops, ...options });
      return (await get("/marketplace")).headers.get("content-security-policy");
    };
    expect(await policyOf({})).toContain("form-action 'self';");
    expect(await policyOf({ publicUrl: "https://sites.example/p" })).toContain(
      "form-action 'self' https://sites.example;",
    );
  });
});
