import { listSamples, type Sample } from "../../../playground/src/samples.ts";

/** The samples that tests use by name; publishing all of them is slow. */
export const firstSamples: readonly Sample[] = listSamples("https://chat.example").slice(0, 3);
