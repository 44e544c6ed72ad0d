import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";

const compressText = promisify(gzip);
const minBytes = 1024;
// Responses are compressed on every request, so speed matters more than size.
const level = constants.Z_BEST_SPEED;

/**
 * Compresses JSON with gzip, from 1 kB. Event streams and exports are sent as they are.
 *
 * Compression reveals by length whether a response contains guessed text (BREACH). Other sites must not be able to
 * ask with the browser's cookies, so requests with cookies are only compressed if they come from the console's own
 * pages. Responses to changes, which can contain new secrets, are never compressed.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { req, res } = c;
  if (req.method !== "GET" || !/^application\/json\b/.test(res.headers.get("content-type") ?? "")) return;
  c.header("vary", "accept-encoding, cookie, sec-fetch-site", { append: true });
  const isOwn = req.header("cookie") === undefined || req.header("sec-fetch-site") === "same-origin";
  if (!isOwn || !/\bgzip\b/.test(req.header("accept-encoding") ?? "") || res.headers.has("content-encoding"))
    return;
  const text = await res.arrayBuffer();
  const body = text.byteLength < minBytes ? text : await compressText(text, { level });
  c.res = new Response(body, res);
  c.res.headers.delete("content-length");
  if (text.byteLength >= minBytes) c.res.headers.set("content-encoding", "gzip");
};
