import { expect, it } from "vitest";
import { type DevReport, exampleEvent, printReport } from "./dev-report.ts";

const print = (report: DevReport): string => printReport(report, (_color, text) => text, "/home/ada/standup");

it.each([
  [["installation_deleted", "ui_render", "task", "schedule"], "schedule"],
  [["installation_deleted", "task"], "installation_deleted"],
  [[], "installation_setup"],
])("suggests one of %j", (events, event) => {
  expect(exampleEvent(events)).toBe(event);
});

it("says that a stuck integration was restarted", () => {
  expect(print({ kind: "reloaded", files: [], milliseconds: 7 })).toBe("restarted in 7 ms");
  expect(print({ kind: "reloaded", files: ["a.ts", "b.ts"], milliseconds: 7 })).toBe(
    "reloaded a.ts, b.ts in 7 ms",
  );
});

it("shows only the author's lines of a stack, and the next step", () => {
  const message = [
    "The code cannot be loaded: TypeError: no",
    "    at check (/home/ada/standup/node_modules/@plugboard/components/dist/check.js:1:1)",
    "    at <anonymous> (/home/ada/standup/src/block.tsx:5:24)",
    "    at node:internal/modules/esm/loader:650:26",
  ].join("\n");
  expect(print({ kind: "failed", message, problems: [], next: "Run `npm install`." })).toBe(
    [
      "error The code cannot be loaded: TypeError: no",
      "    at <anonymous> (src/block.tsx:5:24)",
      "Run `npm install`.",
      "The previous version keeps running until this is fixed.",
    ].join("\n"),
  );
});
