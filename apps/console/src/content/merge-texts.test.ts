import { describe, expect, it } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const lines = () => "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const text = (markdown: string, title = "Page") => ({ title, markdown });

describe("merging two changes of a page", () => {
  it("has what each changed", () => {
    const mine = lines().replace("one", "ONE");
    const theirs = lines().replace("seven", "SEVEN");
    const markdown = lines().replace("one", "ONE").replace("seven", "SEVEN");
    const both = { title: "Theirs", markdown, overlaps: false };
    expect(mergeTexts(text(lines()), text(mine), text(theirs, "Theirs"))).toEqual(both);
  });

  it("has the lines and titles of both where they overlap", () => {
    const [mine, theirs] = [lines().replace("four", "mine"), lines().replace("four", "theirs")];
    const both = mergeTexts(text(lines(), "Page"), text(mine, "Mine"), text(theirs, "Theirs"));
    const markdown = lines().replace("four", "mine\ntheirs");
    expect(both).toEqual({ title: "Mine / Theirs", markdown, overlaps: true });
  });

  it("has both titles where they are too long for one", () => {
    const [one, other] = ["a".repeat(150), "b".repeat(150)];
    const both = mergeTexts(text("", "Page"), text("x", one), text("x", other));
    expect(both).toEqual({ title: one, markdown: `${other}\n\nx`, overlaps: true });
  });

  it("keeps every line where it is unknown what both are changes of", () => {
    const both = mergeTexts(undefined, text("one\ntwo\nthree"), text("one\nthree\nfour"));
    expect(both).toEqual({ title: "Page", markdown: "one\ntwo\nthree\nfour", overlaps: false });
  });
});
