import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "../../ui/show-toast.ts";

/** Runs an undo and shows a toast with the result. */
export async function takeBack(
  client: QueryClient,
  done: string,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await undo();
    showToast({ title: done });
  } catch (error) {
    showToast({ title: "Couldn’t undo", description: String(error) });
  }
  await client.invalidateQueries();
}
