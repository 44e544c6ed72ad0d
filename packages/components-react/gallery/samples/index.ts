import { buttonSample } from "./button-sample.ts";
import { createCardSample } from "./card-sample.ts";
import { codeSample } from "./code-sample.ts";
import { formSample } from "./form-sample.ts";
import { modalSample } from "./modal-sample.ts";
import type { Sample } from "./sample.ts";
import { selectSample } from "./select-sample.ts";
import { stepperSample } from "./stepper-sample.ts";
import { textSample } from "./text-sample.ts";
import { createWebframeSample } from "./webframe-sample.ts";

/** What the gallery shows, column by column; addresses of its own files are relative to `base`. */
export function createSamples(base: string): readonly (readonly Sample[])[] {
  const cards = createCardSample(new URL("landscape.svg", base).href);
  const webframe = createWebframeSample(new URL("frame.html", base).href);
  return [
    [buttonSample, formSample, cards, stepperSample, modalSample],
    [textSample, selectSample, codeSample, webframe],
  ];
}
