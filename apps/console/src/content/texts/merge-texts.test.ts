import { describe, expect, it } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const lines = () => "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const text = (markdown: string, title = "Page") => ({ title, markdown });

describe("mergeTexts", () => {
  it("contains the changes of both sides", () => {
    const mine = lines().replace("one", "ONE");
    const theirs = lines().replace("seven", "SEVEN");
    const markdown = lines().replace("one", "ONE").replace("seven", "SEVEN");
    const both = { title: "Theirs", markdown, overlaps: false };
    expect(mergeTexts(text(lines()), text(mine), text(theirs, "Theirs"))).toEqual(both);
  });

  it("adds lines beside a line that the other side changed", () => {
    const base = text("one\n\ntwo");
    const mine = text("one\n\ntwo of mine");
    for (const [theirs, merged] of [
      ["one\n\ntwo\n\nthree", "one\n\ntwo of mine\n\nthree"],
      ["one\n\nthree\n\ntwo", "one\n\nthree\n\ntwo of mine"],
    ] as const)
      for (const sides of [[mine, text(theirs)] as const, [text(theirs), mine] as const])
        expect(mergeTexts(base, ...sides)).toEqual({ ...text(merged), overlaps: false });
  });

  it("keeps the lines and titles of both sides if they overlap", () => {
    const [mine, theirs] = [lines().replace("four", "mine"), lines().replace("four", "theirs")];
    const both = mergeTexts(text(lines(), "Page"), text(mine, "Mine"), text(theirs, "Theirs"));
    const markdown = lines().replace("four", "mine\ntheirs");
    expect(both).toEqual({ title: "Mine / Theirs", markdown, overlaps: true });
  });

  it("limits two joined titles to the maximum length", () => {
    const [one, other] = ["a".repeat(150), "b".repeat(150)];
    const both = mergeTexts(text("", "Page"), text("x", one), text("x", other));
    expect(both).toEqual({ title: one, markdown: `${other}\n\nx`, overlaps: true });
  });

  it("keeps every line if the common base is unknown", () => {
    const both = mergeTexts(undefined, text("one\ntwo\nthree"), text("one\nthree\nfour"));
    expect(both).toEqual({ title: "Page", markdown: "one\ntwo\nthree\nfour", overlaps: false });
  });

  it("doesn't count line breaks at the end as a change of the last line", () => {
    const base = { title: "Page", markdown: "one\n\ntwo\n" };
    const mine = { title: "Page", markdown: "one of mine\n\ntwo" };
    const theirs = { title: "Page", markdown: "one\n\ntwo of theirs\n" };
    expect(mergeTexts(base, mine, theirs)).toEqual({
      title: "Page",
      markdown: "one of mine\n\ntwo of theirs",
      overlaps: false,
    });
  });
});
