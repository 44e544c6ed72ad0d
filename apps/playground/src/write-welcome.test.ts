import { expect, test } from "vitest";
import { writeWelcome } from "./write-welcome.ts";

const welcome = {
  consoleUrl: "http://127.0.0.1:4000",
  sitesUrl: "http://localhost:4000",
  adminToken: "admin_1",
  receiverUrl: "http://127.0.0.1:4001",
  servicesUrl: "http://127.0.0.1:4002",
  dataDir: "/home/ada/plugboard/.plugboard",
  scriptGaps: [],
};

test("lists all addresses, and omits irrelevant lines", () => {
  expect(writeWelcome(welcome)).toBe(`
  Plugboard is ready.

  Console    http://127.0.0.1:4000
  Token      admin_1
  Site       http://localhost:4000/sites/handbook/
  Receiver   http://127.0.0.1:4001
             Use it as the Webhook URL. Webhooks are verified and printed here.
  Samples    http://127.0.0.1:4002
             Install the ten samples in the console. This page explains how to try them, and lists their requests.

  Ctrl-C stops everything. The data is kept in /home/ada/plugboard/.plugboard.
`);
});

test("links to the first account until there is one, and lists missing isolation", () => {
  const firstOwnerUrl = "http://127.0.0.1:4000/welcome#secret";
  const written = writeWelcome({ ...welcome, firstOwnerUrl, scriptGaps: ["No network.", "No memory."] });
  expect(written).toContain(
    `  Account    ${firstOwnerUrl}\n             Creates the first account; works once.`,
  );
  expect(written).toContain(
    "weaker than on Linux as root:\n             No network.\n             No memory.\n",
  );
});
