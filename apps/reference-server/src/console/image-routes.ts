import type { HttpBindings } from "@hono/node-server";
import { contentContract } from "@plugboard/content/contract";
import type { Api, Platform } from "@plugboard/platform";
import { Hono } from "hono";
import { type Network, visitorAddress } from "../http/client-address.ts";
import { fileIdOf, fileResponse } from "../http/send-image.ts";

/** The dependencies of the image routes. */
interface ImageRouteOptions {
  readonly platform: Pick<Platform, "urls">;
  readonly api: Api;
  readonly trustedProxies: readonly Network[];
}

const { path, response: contentSchema } = contentContract.operations.getImageContent;

/** Creates the route that serves images of spaces to the console, for callers who can read them through the API. */
export function createImageRoutes({
  platform: { urls },
  api,
  trustedProxies,
}: ImageRouteOptions): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.get("/images/:spaceId/:file", async (c) => {
    const { spaceId, file } = c.req.param();
    const target = path
      .replace("{spaceId}", encodeURIComponent(spaceId))
      .replace("{imageId}", encodeURIComponent(fileIdOf(file)));
    const request = new Request(urls.api + target, { headers: c.req.raw.headers });
    const response = await api.fetch(request, { address: visitorAddress(c, trustedProxies) });
    const image = response.ok ? contentSchema?.parse(await response.json()) : undefined;
    if (image === undefined) return response;
    return fileResponse({ ...image, content: Buffer.from(image.content, "base64") }, "private");
  });
  return routes;
}
