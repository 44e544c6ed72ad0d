import type { PageResource } from "@plugboard/content/types";
import { movePage } from "@plugboard/content/routes";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../data/platform-api.ts";
import { showToast } from "../../ui/show-toast.ts";
import { locationOf, movedTo, type PageLocation } from "./arrange-pages.ts";
import { takeBack } from "../common/take-back.ts";

interface PageMove {
  readonly page: PageResource;
  readonly location: PageLocation;
}

/** Moves a page and shows a toast that can undo the move. */
export function useMovePage(spaceId: string, onDone: () => void = () => {}) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: moveKey(spaceId),
    mutationFn: ({ page, location }: PageMove) =>
      api.call(movePage, { params: { spaceId, pageId: page.id }, body: location }),
    // Moves run one at a time: each position refers to the tree after the previous move.
    scope: { id: `move ${spaceId}` },
    // The mutation stays pending, and the page stays in its new position, until the pages are read again.
    onSettled: () => client.invalidateQueries(),
    onSuccess: (_moved, { page }) => {
      onDone();
      showToast({
        title: `Moved ${page.title}`,
        onUndo: () =>
          void takeBack(client, `Moved ${page.title} back`, () =>
            api.call(movePage, { params: { spaceId, pageId: page.id }, body: locationOf(page) }),
          ),
      });
    },
  });
}

const moveKey = (spaceId: string) => ["move a page", spaceId];

/** Returns the pages with all pending moves applied. */
export function useMovedPages(spaceId: string, pages: readonly PageResource[]): readonly PageResource[] {
  const moves = useMutationState({
    filters: { mutationKey: moveKey(spaceId), status: "pending" },
    // Only useMovePage uses this mutation key.
    select: ({ state }) => state.variables as PageMove,
  });
  return useMemo(
    () => moves.reduce((moved, { page, location }) => movedTo(moved, page.id, location), pages),
    [moves, pages],
  );
}
