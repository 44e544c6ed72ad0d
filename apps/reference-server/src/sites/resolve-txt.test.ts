import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTxtResolver } from "./resolve-txt.ts";

/** The bytes of a DNS message (RFC 1035) after its question, by the name's first label. */
const answers: Readonly<Record<string, { readonly code: number; readonly texts: readonly string[][] }>> = {
  proved: { code: 0, texts: [["v=spf1 ", "-all"], ["plugboard-site=k3y"]] },
  empty: { code: 0, texts: [] },
  absent: { code: 3, texts: [] },
  broken: { code: 2, texts: [] },
};

let dns: Socket | undefined;
let resolve: ReturnType<typeof createTxtResolver> = async () => [];

beforeAll(async () => {
  const socket = createSocket("udp4");
  dns = socket;
  socket.on("message", (query, { port, address }) => {
    const label = query.subarray(13, 13 + (query[12] ?? 0)).toString();
    const { code, texts } = answers[label] ?? { code: 5, texts: [] };
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const header = Buffer.from([0x81, 0x80 | code, 0, 1, 0, texts.length, 0, 0, 0, 0]);
    const records = texts.map((parts) => {
      const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
      // A pointer to the question's name, TXT, IN, no time to live, and the length.
      return Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
    });
    socket.send(Buffer.concat([query.subarray(0, 2), header, question, ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  resolve = createTxtResolver([`127.0.0.1:${socket.address().port}`]);
});
afterAll(() => dns?.close());

it.each([
  ["proved", ["v=spf1 -all", "plugboard-site=k3y"]],
  ["empty", []],
  ["absent", []],
])("finds the records of a name that is %s", async (label, texts) => {
  expect(await resolve(`${label}.acme.example`)).toEqual(texts);
});

it("fails if DNS does, so that an outage isn't taken for a removed record", async () => {
  await expect(resolve("broken.acme.example")).rejects.toThrow(/^queryTxt /);
});
