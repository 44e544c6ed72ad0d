import { buttonSample } from "./button-sample.tsx";
import { createCardSample } from "./card-sample.tsx";
import { codeSample } from "./code-sample.tsx";
import { formSample } from "./form-sample.tsx";
import { modalSample } from "./modal-sample.tsx";
import type { Sample } from "./sample.ts";
import { selectSample } from "./select-sample.tsx";
import { stepperSample } from "./stepper-sample.tsx";
import { textSample } from "./text-sample.tsx";
import { createWebframeSample } from "./webframe-sample.tsx";

/** Returns the gallery's samples by column. Asset URLs are relative to `base`. */
export function createSamples(base: string): readonly (readonly Sample[])[] {
  const cards = createCardSample(new URL("landscape.svg", base).href);
  const webframe = createWebframeSample(new URL("frame.html", base).href);
  return [
    [buttonSample, formSample, cards, stepperSample, modalSample],
    [textSample, selectSample, codeSample, webframe],
  ];
}
