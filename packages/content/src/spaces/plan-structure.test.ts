import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderPages, type PageLocation, placePage, removePages, withDescendants } from "./page-tree.ts";
import type { ListedPage } from "./pages.ts";
import { type PlannedChange, planStructure } from "./plan-structure.ts";

const count = 8;
const idOf = (index: number): string => `pag_${index}`;

function toListed({ id, parentId, position }: PageLocation): ListedPage {
  return {
    id,
    parentId,
    position,
    spaceId: "spc_1",
    slug: id,
    title: id,
    characters: 1,
    revisionId: "rev_1",
    updatedAt: 0,
  };
}

const page = fc.nat(count - 1);
const step = fc.record({
  page,
  parent: fc.option(page),
  position: fc.option(fc.nat(count), { nil: undefined }),
  isDeletion: fc.boolean(),
});

/** Returns the pages after a planned change, or the reason why it can't be made. */
function apply(pages: PageLocation[], { pageId, plan }: PlannedChange): PageLocation[] | string {
  if (!pages.some(({ id }) => id === pageId)) return "It would be deleted with a page above it.";
  if (plan.delete === true) return removePages(pages, withDescendants(pages, pageId));
  try {
    return placePage(pages, pageId, plan.parentId ?? null, plan.position);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("the planned tree", () => {
  it("is the one that moving and deleting the pages one by one would give", () => {
    fc.assert(
      fc.property(fc.array(page, { minLength: count, maxLength: count }), fc.array(step), (above, steps) => {
        // Each page is below an earlier one, or at the top level.
        const start = above.reduce<PageLocation[]>((pages, parent, index) => {
          const parentId = parent < index ? idOf(parent) : null;
          return placePage(pages, idOf(index), parentId);
        }, []);
        const byPage = new Map(steps.map((each) => [each.page, each]));
        const planned = [...byPage.values()].map((each): PlannedChange => {
          const place = {
            parentId: each.parent === null ? null : idOf(each.parent),
            position: each.position,
          };
          const plan = each.isDeletion ? { delete: true as const } : place;
          return { pageId: idOf(each.page), title: "", plan, authors: [] };
        });
        const { changes, deleted, listLocations } = planStructure(orderPages(start.map(toListed)), planned, {
          drafted: new Set(),
          created: [],
        });
        let expected = start;
        const problems = planned.map((each) => {
          const applied = apply(expected, each);
          if (typeof applied === "string") return applied;
          expected = applied;
          return undefined;
        });
        expect(changes.map(({ problem }) => problem)).toEqual(problems);
        expect(orderPages(listLocations())).toEqual(orderPages(expected));
        expect([...deleted, ...expected.map(({ id }) => id)].toSorted()).toEqual(
          start.map(({ id }) => id).toSorted(),
        );
      }),
      { seed: 20_260_115 },
    );
  });
});
