import { createContext, use } from "react";

/** Ids that tie a control to the `input` around it. */
export interface ControlLabel {
  readonly controlId: string;
  readonly labelId: string;
  /** Absent where the input has no hint. */
  readonly hintId: string | undefined;
}

/** Provides the label of the control inside an `input`. */
export const ControlLabelContext: React.Context<ControlLabel | undefined> = createContext<
  ControlLabel | undefined
>(undefined);

/** The attributes that give a control its name. */
export interface ControlName {
  readonly id: string | undefined;
  readonly "aria-labelledby": string | undefined;
  readonly "aria-label": string | undefined;
  readonly "aria-describedby": string | undefined;
}

/** Names a control by its `input`, or where it stands alone, by `fallback`. */
export function useControlName(fallback: string): ControlName {
  const label = use(ControlLabelContext);
  return {
    id: label?.controlId,
    "aria-labelledby": label?.labelId,
    "aria-label": label === undefined ? fallback : undefined,
    "aria-describedby": label?.hintId,
  };
}
