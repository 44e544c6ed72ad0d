import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { contentLimits } from "../limits/content-limits.ts";

/** The measures of a font, which a site needs before the font has loaded. Lengths are parts of the font size. */
export interface FontMeasures {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** The average width of a letter in English text. `undefined` if the font has no Latin letters. */
  readonly width?: number | undefined;
  /** The weights of a variable font. `undefined` if the font has a single one. */
  readonly minWeight?: number | undefined;
  readonly maxWeight?: number | undefined;
}

interface Table {
  readonly tag: string;
  /** Position in the decompressed data. */
  readonly start: number;
  readonly end: number;
  readonly isTransformed: boolean;
}

/** A problem of a file, as the end of a sentence. */
export class FontError extends Error {
  override readonly name = "FontError";
}

const signature = 0x774f4632;
const collection = 0x74746366;
const outlines: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f]);
const headerBytes = 48;
const headMagic = 0x5f0f3cf5;
const required = ["cmap", "head", "hhea", "hmtx", "maxp", "OS/2"] as const;
// Source: https://www.w3.org/TR/WOFF2/#table_dir_format
const knownTags =
  // cspell:disable-next-line
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
    .match(/.{4} ?/g)
    ?.map((tag) => tag.slice(0, 4)) ?? [];
/** Letters and spaces, about as often as in English text. */
const sample =
  // cspell:disable-next-line
  "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwffggyyppbvk                  ";

const decompress = promisify(brotliDecompress);

/**
 * Reads the measures of a WOFF2 file, and checks its table directory and the tables that browsers need.
 *
 * @throws FontError
 */
export async function readWoff2(content: Uint8Array): Promise<FontMeasures> {
  try {
    const { tables, start, compressed, flavor } = readDirectory(content);
    const bytes = tables.at(-1)?.end ?? 0;
    if (flavor === collection)
      throw new FontError("is a collection of fonts. Save each font as its own file");
    if (!outlines.has(flavor)) throw damaged("has no outlines");
    if (bytes > contentLimits.fontDataBytes) throw damaged("would be too large without compression");
    const data = await decompress(content.subarray(start, start + compressed), {
      maxOutputLength: bytes + 1,
    }).catch(() => {
      throw damaged("can't be decompressed");
    });
    if (data.length !== bytes) throw damaged("has another size than its tables");
    return readTables(tables, data);
  } catch (error) {
    // Reading beyond the end.
    if (error instanceof RangeError) throw damaged("ends too early");
    throw error;
  }
}

function damaged(how: string): FontError {
  return new FontError(`is a damaged WOFF2 file: it ${how}. Export the font again`);
}

// Source: https://www.w3.org/TR/WOFF2/#woff20Header
function readDirectory(content: Uint8Array) {
  const view = viewOf(content);
  if (content.length < headerBytes || view.getUint32(0) !== signature)
    throw new FontError("is not a WOFF2 font. Convert TTF, OTF and WOFF files to WOFF2");
  if (view.getUint32(8) !== content.length) throw damaged("has another length than it declares");
  const compressed = view.getUint32(20);
  const flavor = view.getUint32(4);
  const tables: Table[] = [];
  let at = headerBytes;
  const readLength = (): number => {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const byte = view.getUint8(at);
      at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw damaged("has a wrong table directory");
  };
  const count = flavor === collection ? 0 : view.getUint16(12);
  for (let index = 0; index < count; index += 1) {
    const flags = view.getUint8(at);
    at += 1;
    let tag = knownTags[flags & 63];
    if (tag === undefined) {
      tag = String.fromCharCode(...content.subarray(at, at + 4));
      at += 4;
    }
    const version = flags >> 6;
    const isTransformed = tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0;
    const original = readLength();
    const length = isTransformed ? readLength() : original;
    const start = tables.at(-1)?.end ?? 0;
    tables.push({ tag, start, end: start + length, isTransformed });
  }
  if (at + compressed > content.length) throw damaged("ends too early");
  return { tables, start: at, compressed, flavor };
}

function readTables(tables: readonly Table[], data: Uint8Array): FontMeasures {
  const find = (tag: string) => {
    const table = tables.find((each) => each.tag === tag);
    return table && { ...table, view: viewOf(data.subarray(table.start, table.end)) };
  };
  const missing = required.find((tag) => find(tag) === undefined);
  const [head, hhea, hmtx, cmap] = [find("head"), find("hhea"), find("hmtx"), find("cmap")];
  if (
    head === undefined ||
    hhea === undefined ||
    hmtx === undefined ||
    cmap === undefined ||
    missing !== undefined
  )
    throw damaged(`lacks the table ${missing ?? "head"}`);
  const unit = head.view.getUint16(18);
  if (head.view.getUint32(12) !== headMagic || unit < 16 || unit > 16_384)
    throw damaged("has a wrong head table");
  const widths = {
    view: hmtx.view,
    count: hhea.view.getUint16(34),
    // The transformed table begins with flags, then has the widths alone.
    start: hmtx.isTransformed ? 1 : 0,
    step: hmtx.isTransformed ? 2 : 4,
  };
  const part = (length: number) => Math.round((length / unit) * 10_000) / 10_000;
  return {
    ascent: clamp(part(hhea.view.getInt16(4)), 0, contentLimits.fontMeasure),
    descent: clamp(part(-hhea.view.getInt16(6)), 0, contentLimits.fontMeasure),
    lineGap: clamp(part(hhea.view.getInt16(8)), 0, contentLimits.fontMeasure),
    width: averageWidth(cmap.view, widths, part),
    ...readWeights(find("fvar")?.view),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

interface Widths {
  readonly view: DataView;
  readonly count: number;
  readonly start: number;
  readonly step: number;
}

function averageWidth(
  cmap: DataView,
  { view, count, start, step }: Widths,
  part: (length: number) => number,
): number | undefined {
  const findGlyph = glyphFinder(cmap);
  let total = 0;
  for (const letter of sample) {
    const glyph = findGlyph?.(letter.codePointAt(0) ?? 0) ?? 0;
    // Glyphs beyond the last width have that one, as in monospaced fonts.
    if (glyph === 0 || count === 0) return undefined;
    total += view.getUint16(start + Math.min(glyph, count - 1) * step);
  }
  const width = part(total / sample.length);
  return width > 0 && width <= contentLimits.fontMeasure ? width : undefined;
}

/** Returns a function that finds the glyph of a character, 0 if there is none. Source: the OpenType table `cmap`, format 4. */
function glyphFinder(cmap: DataView): ((code: number) => number) | undefined {
  const subtables = Array.from({ length: cmap.getUint16(2) }, (_, index) =>
    cmap.getUint32(4 + index * 8 + 4),
  );
  const start = subtables.find((offset) => cmap.getUint16(offset) === 4);
  if (start === undefined) return undefined;
  const segments = cmap.getUint16(start + 6) / 2;
  const ends = start + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  return (code) => {
    for (let index = 0; index < segments; index += 1) {
      if (cmap.getUint16(ends + index * 2) < code) continue;
      const first = cmap.getUint16(starts + index * 2);
      if (first > code) return 0;
      const [delta, offset] = [cmap.getUint16(deltas + index * 2), cmap.getUint16(offsets + index * 2)];
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = cmap.getUint16(offsets + index * 2 + offset + (code - first) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

/** Returns the range of the axis `wght`. */
function readWeights(fvar: DataView | undefined): Pick<FontMeasures, "minWeight" | "maxWeight"> {
  if (fvar === undefined) return {};
  const [first, count, size] = [fvar.getUint16(4), fvar.getUint16(8), fvar.getUint16(10)];
  for (let index = 0; index < count; index += 1) {
    const axis = first + index * size;
    if (fvar.getUint32(axis) !== weightAxis) continue;
    const weightAt = (offset: number) => clamp(Math.round(fvar.getInt32(axis + offset) / 65_536), 1, 1000);
    return { minWeight: weightAt(4), maxWeight: weightAt(12) };
  }
  return {};
}

/** `wght`. */
const weightAxis = 0x77676874;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
