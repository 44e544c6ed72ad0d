const wordBytes = 8;
const listOfBytes = 2;

/**
 * Replaces strings in a Cap'n Proto message (in stream encoding). Each new string becomes a separate segment,
 * so that the rest of the message doesn't move.
 *
 * @param values the new strings by the placeholder they replace, which must occur once
 * @throws {Error} if the message doesn't contain a placeholder
 */
export function fillMessage(message: Uint8Array, values: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const segments = readSegments(message);
  for (const [text, value] of Object.entries(values)) {
    const { segment, word } = findPointer(segments, text);
    // A far pointer to the first word of another segment, which contains the pointer to the string itself.
    segment.writeUInt32LE(2, word * wordBytes);
    segment.writeUInt32LE(segments.length, word * wordBytes + 4);
    segments.push(textSegment(value));
  }
  return Buffer.concat([segmentTable(segments), ...segments]);
}

function readSegments(message: Uint8Array): Buffer[] {
  const bytes = Buffer.from(message);
  const count = bytes.readUInt32LE(0) + 1;
  let start = tableBytes(count);
  return Array.from({ length: count }, (_, index) => {
    const end = start + bytes.readUInt32LE(4 + index * 4) * wordBytes;
    const segment = bytes.subarray(start, end);
    start = end;
    return segment;
  });
}

/** Finds the pointer to a string. Both are in the same segment, because the message is small. */
function findPointer(segments: readonly Buffer[], text: string): { segment: Buffer; word: number } {
  const terminated = Buffer.from(`${text}\0`);
  for (const segment of segments) {
    const at = segment.indexOf(terminated);
    if (at === -1) continue;
    for (let word = 0; word < segment.byteLength / wordBytes; word += 1) {
      if (pointsTo(segment, word, at, terminated.byteLength)) return { segment, word };
    }
  }
  throw new Error(`The message does not contain "${text}".`);
}

function pointsTo(segment: Buffer, word: number, at: number, byteLength: number): boolean {
  const low = segment.readInt32LE(word * wordBytes);
  const high = segment.readUInt32LE(word * wordBytes + 4);
  // The lowest two bits mark a list; the others are the offset of its first word.
  const isList = (low & 3) === 1;
  return isList && (word + 1 + (low >> 2)) * wordBytes === at && high === byteLength * 8 + listOfBytes;
}

/**
 * Returns a segment with a pointer to the byte list that follows, and that list: the text, its terminator and
 * padding to whole words.
 */
function textSegment(text: Uint8Array): Buffer {
  const byteLength = text.byteLength + 1;
  const segment = Buffer.alloc(wordBytes + Math.ceil(byteLength / wordBytes) * wordBytes);
  segment.writeUInt32LE(1, 0);
  segment.writeUInt32LE(byteLength * 8 + listOfBytes, 4);
  segment.set(text, wordBytes);
  return segment;
}

function segmentTable(segments: readonly Buffer[]): Buffer {
  const table = Buffer.alloc(tableBytes(segments.length));
  table.writeUInt32LE(segments.length - 1, 0);
  segments.forEach((segment, index) => table.writeUInt32LE(segment.byteLength / wordBytes, 4 + index * 4));
  return table;
}

function tableBytes(count: number): number {
  return Math.ceil((4 + count * 4) / wordBytes) * wordBytes;
}
