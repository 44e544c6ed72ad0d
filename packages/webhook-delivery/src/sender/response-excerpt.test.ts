import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toExcerpt } from "./response-excerpt.ts";

test("a short body is kept whole", () => {
  expect(toExcerpt(Buffer.from("grün ✓ 🙂"))).toBe("grün ✓ 🙂");
});

test("NUL and bytes that are not UTF-8 become U+FFFD", () => {
  expect(toExcerpt(Uint8Array.of(0x61, 0x00, 0xff, 0x62))).toBe("a\uFFFD\uFFFDb");
});

test.each(["a", "ü", "✓"])("a long body of %s is cut after 2048 characters", (character) => {
  expect(toExcerpt(Buffer.from(character.repeat(5_000)))).toBe(character.repeat(2_048));
});

test("a character that the limit cuts in two leaves no half behind", () => {
  const excerpt = toExcerpt(Buffer.from(`a${"🙂".repeat(2_000)}`));
  expect(excerpt).toBe(`a${"🙂".repeat(1_023)}\uFFFD`);
});

test("any bytes give text that every database can store", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 10_000 }), (bytes) => {
      const excerpt = toExcerpt(bytes);
      expect(excerpt.length).toBeLessThanOrEqual(2_048);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).not.toContain("\u0000");
    }),
  );
});
