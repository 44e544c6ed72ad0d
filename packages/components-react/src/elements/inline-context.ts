import { createContext, use } from "react";

/** Whether what is rendered stands inside a line of text. */
export const InlineContext: React.Context<boolean> = createContext(false);

/** Whether an element stands inside a line of text. */
export function useInline(): boolean {
  return use(InlineContext);
}
