import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";

const compressText = promisify(gzip);
const minBytes = 1024;
// Responses are compressed on every request, so speed matters more than size.
const level = constants.Z_BEST_SPEED;

/**
 * Compresses JSON of at least 1 kB with gzip, but neither event streams nor exports.
 *
 * The length of a compressed response reveals whether it contains a guessed text (BREACH), and other sites can send
 * requests with the user's cookies. Such requests are therefore compressed only if they come from the console's own
 * pages. Responses to changes can contain new secrets and are never compressed.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { req, res } = c;
  if (req.method !== "GET" || !/^application\/json\b/.test(res.headers.get("content-type") ?? "")) return;
  c.header("vary", "accept-encoding, cookie, sec-fetch-site", { append: true });
  const isOwn = req.header("cookie") === undefined || req.header("sec-fetch-site") === "same-origin";
  if (
    !isOwn ||
    !/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(req.header("accept-encoding") ?? "") ||
    res.headers.has("content-encoding")
  )
    return;
  const text = await res.arrayBuffer();
  const body = text.byteLength < minBytes ? text : await compressText(text, { level });
  c.res = new Response(body, res);
  c.res.headers.delete("content-length");
  if (text.byteLength >= minBytes) c.res.headers.set("content-encoding", "gzip");
};
