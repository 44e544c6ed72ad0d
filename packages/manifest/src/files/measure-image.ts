import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { SVG } from "image-size/types/svg";
import { WEBP } from "image-size/types/webp";

/** Width and height in pixels, as a browser shows the image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What every browser shows. */
const formats = [PNG, JPG, GIF, WEBP, SVG];

/** The images an integration may use, for messages. */
export const imageFormatNames = "PNG, JPEG, GIF, WebP or SVG";

/** An SVG file is one element, after what XML allows before it; an HTML page that holds one is none. */
const svgStart =
  /^\uFEFF?(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE\s+svg[^>]*>)*<svg[\s>]/;

/** From this EXIF orientation on, an image is shown lying on its side. */
const firstSideways = 5;

/** The size of an image, or `undefined` where the bytes are not an image. */
export function measureImage(bytes: Uint8Array): ImageSize | undefined {
  try {
    const format = formats.find(({ validate }) => validate(bytes));
    if (!format || (format === SVG && !svgStart.test(new TextDecoder().decode(bytes.subarray(0, 4096))))) {
      return undefined;
    }
    const { width, height, orientation = 1 } = format.calculate(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation < firstSideways ? { width, height } : { width: height, height: width };
  } catch {
    // The library throws on a header that is cut short or makes no sense.
    return undefined;
  }
}
