import { expect, it } from "vitest";
import { explainOldNode } from "./explain-old-node.ts";

it.each(["20.20.2", "22.18.9", "0.12.0"])("asks for a newer Node.js than %s", (version) => {
  expect(explainOldNode(version, ">=22.19")).toContain(
    `needs Node.js 22.19 or later, and this is ${version}`,
  );
});

it.each(["22.19.0", "23.0.0", "26.10.0"])("accepts %s", (version) => {
  expect(explainOldNode(version, ">=22.19")).toBeUndefined();
});
