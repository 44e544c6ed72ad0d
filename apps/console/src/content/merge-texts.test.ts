import { describe, expect, it } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const lines = () => "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const text = (markdown: string, title = "Page") => ({ title, markdown });

describe("merging two changes of a page", () => {
  it("has what each changed", () => {
    const mine = lines().replace("one", "ONE");
    const theirs = lines().replace("seven", "SEVEN");
    const both = { title: "Theirs", markdown: lines().replace("one", "ONE").replace("seven", "SEVEN") };
    expect(mergeTexts(text(lines()), text(mine), text(theirs, "Theirs"))).toEqual(both);
  });

  it("finds no merge where both changed the same line, or the title", () => {
    const [mine, theirs] = [lines().replace("four", "mine"), lines().replace("four", "theirs")];
    expect(mergeTexts(text(lines()), text(mine), text(theirs))).toBeUndefined();
    expect(mergeTexts(text(lines()), text(lines(), "Mine"), text(lines(), "Theirs"))).toBeUndefined();
  });
});
