/** An arrow from one box to another. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** A parsed diagram. */
export interface Diagram {
  readonly arrows: readonly Arrow[];
  /** Numbers of invalid lines, from 1. */
  readonly wrongLines: readonly number[];
}

const maxArrows = 100;

/** Parses lines such as `browser -> server: requests`. Skips empty lines. */
export function parseDiagram(text: string): Diagram {
  const lines = text.split("\n").map((line, index) => ({ number: index + 1, text: line.trim() }));
  const read = lines
    .filter(({ text: line }) => line !== "")
    .map(({ number, text: line }) => {
      const [, from, to, label = ""] = /^(.+?)\s*->\s*([^:]+?)\s*(?::\s*(.*))?$/.exec(line) ?? [];
      return { number, arrow: from === undefined || to === undefined ? undefined : { from, to, label } };
    });
  return {
    arrows: read.flatMap(({ arrow }) => arrow ?? []).slice(0, maxArrows),
    wrongLines: read.filter(({ arrow }) => arrow === undefined).map(({ number }) => number),
  };
}
