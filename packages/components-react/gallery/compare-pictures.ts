import type { Page } from "playwright-core";

// Color rounding differs between CPUs by one or two levels of 255.
const tolerance = 16;

/**
 * Returns the share of pixels that differ between two PNG images, from 0 to 1. Images of different sizes
 * differ completely. The browser decodes them.
 */
export async function comparePictures(page: Page, one: Uint8Array, other: Uint8Array): Promise<number> {
  if (Buffer.compare(one, other) === 0) return 0;
  const pictures = [one, other].map((bytes) => Buffer.from(bytes).toString("base64"));
  return page.evaluate(
    async ({ pictures, tolerance }) => {
      const read = async (base64: string): Promise<ImageData> => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        if (context === null) throw new Error("This browser has no canvas.");
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [left, right] = await Promise.all(pictures.map(read));
      if (left === undefined || left.width !== right?.width || left.height !== right.height) return 1;
      const differs = (start: number): boolean =>
        [0, 1, 2].some((channel) => {
          const [a = 0, b = 0] = [left.data[start + channel], right.data[start + channel]];
          return Math.abs(a - b) > tolerance;
        });
      const [pixels, others] = [left, right].map(({ data }) => new Uint32Array(data.buffer));
      let different = 0;
      pixels?.forEach((pixel, index) => {
        if (pixel !== others?.[index] && differs(index * 4)) different += 1;
      });
      return different / (left.width * left.height);
    },
    { pictures, tolerance },
  );
}
