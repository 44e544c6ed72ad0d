import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { AttackReport } from "./attack-report.ts";
import type { Scene } from "./set-up-scene.ts";

const inner = "GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n";
const chunked = `0\r\n\r\n${inner}`;

/** Headers that two parsers may end at different positions, each with its body. */
const heads: readonly (readonly [name: string, head: readonly string[], body: string])[] = [
  ["length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], chunked],
  ["chunks and length", ["Transfer-Encoding: chunked", "Content-Length: 5"], chunked],
  ["two lengths", ["Content-Length: 0", `Content-Length: ${inner.length}`], inner],
  ["two lengths in one", [`Content-Length: 0, ${inner.length}`], inner],
  ["a length with a sign", [`Content-Length: +${inner.length}`], inner],
  ["a length below zero", ["Content-Length: -1"], inner],
  ["a length in hexadecimal", ["Content-Length: 0x10"], inner],
  ["a length with a space", ["Content-Length : 0"], inner],
  ["a length followed by a bare line feed", ["X: a\nContent-Length: 0"], inner],
  ["a misspelled encoding", ["Transfer-Encoding: xchunked"], chunked],
  ["an encoding in a list", ["Transfer-Encoding: chunked, identity"], chunked],
  ["two encodings", ["Transfer-Encoding: identity", "Transfer-Encoding: chunked"], chunked],
  ["an encoding with a tab", ["Transfer-Encoding:\tchunked", "Content-Length: 5"], chunked],
  [
    "an encoding with a space before the colon",
    ["Transfer-Encoding : chunked", "Content-Length: 5"],
    chunked,
  ],
  ["an encoding on a folded line", ["Transfer-Encoding:", " chunked", "Content-Length: 5"], chunked],
  ["an encoding after a carriage return", ["X: a\rTransfer-Encoding: chunked", "Content-Length: 5"], chunked],
  ["an encoding with a zero byte", ["Transfer-Encoding: chunked\0", "Content-Length: 5"], chunked],
  ["a chunk size with a sign", ["Transfer-Encoding: chunked"], `+0\r\n\r\n${inner}`],
  ["a chunk size with 0x", ["Transfer-Encoding: chunked"], `0x0\r\n\r\n${inner}`],
  ["an overlong chunk", ["Transfer-Encoding: chunked"], `1\r\nAB\r\n0\r\n\r\n${inner}`],
  ["a chunk size that overflows", ["Transfer-Encoding: chunked"], `10000000000000000\r\n${inner}`],
  ["chunks that end with line feeds", ["Transfer-Encoding: chunked"], `0\n\n${inner}`],
  ["two hosts", ["Host: other", "Content-Length: 0"], ""],
  ["a header without a name", [": x", "Content-Length: 0"], ""],
  ["a header with a zero byte", ["X: a\0b", "Content-Length: 0"], ""],
  ["a header of 100 KB", [`X: ${"a".repeat(100_000)}`, "Content-Length: 0"], ""],
  [
    "20,000 headers",
    [...Array.from({ length: 20_000 }, (_item, index) => `X${index}: a`), "Content-Length: 0"],
    "",
  ],
];

/** Sends requests that hide another one. The hidden request must never get a response. */
export async function smuggleRequests({ target, attacker }: Scene): Promise<AttackReport> {
  const { host } = new URL(target.sitesUrl);
  const paths = ["/healthz", `/integrations/${attacker.installationId}/`, "/sites/handbook/"];
  const breaches: string[] = [];
  let refused = 0;
  let cases = 0;
  for (const path of paths) {
    const sent = heads.map(async ([name, head, body]) => {
      const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...head, "", body];
      return { name, text: await sendBytes(target.port, lines.join("\r\n")) };
    });
    for (const { name, text } of await Promise.all(sent)) {
      cases += 1;
      const [first, ...others] = text
        .split(/(?=HTTP\/1\.1 \d{3} )/)
        .filter((part) => part.startsWith("HTTP/"));
      if (first === undefined || isRefusal(first)) refused += 1;
      // An invalid body is rejected after the response to a request that didn't need it.
      const hidden = others.filter((response) => !isRefusal(response));
      if (hidden.length > 0) breaches.push(`${name} at ${path}: the hidden request got a response`);
    }
  }
  return { name: "request smuggling", cases, breaches, figures: `${refused} refused` };
}

function isRefusal(response: string): boolean {
  return /^HTTP\/1\.1 4\d\d /.test(response);
}

/**
 * Sends raw bytes and returns everything received until the server closes the connection or stops sending.
 */
async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  let received = "";
  socket.on("data", (data) => (received += data.toString("latin1")));
  socket.write(Buffer.from(bytes, "latin1"));
  const closed = new Promise((resolve) => socket.on("close", resolve));
  // A complete request is answered immediately; an incomplete one gets no response.
  await Promise.race([closed, delay(400)]);
  socket.destroy();
  return received;
}
