import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { SVG } from "image-size/types/svg";
import { WEBP } from "image-size/types/webp";

/** Width and height in pixels, as displayed by a browser. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The formats supported by all browsers. */
const formats = [PNG, JPG, GIF, WEBP, SVG];

/** The supported image formats, for messages. */
export const imageFormatNames = "PNG, JPEG, GIF, WebP or SVG";

/**
 * An SVG file consists of one element, after XML's optional prolog. An HTML page that contains an SVG doesn't
 * count.
 */
const svgStart =
  /^\uFEFF?(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE\s+svg[^>]*>)*<svg[\s>]/;

/** From this EXIF orientation on, width and height are swapped. */
const firstSideways = 5;

/** Returns the size of an image, or `undefined` if the bytes are not an image. */
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
    // The library throws for a truncated or invalid header.
    return undefined;
  }
}
