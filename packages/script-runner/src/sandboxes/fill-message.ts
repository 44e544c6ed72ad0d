const wordBytes = 8;
const listOfBytes = 2;

/**
 * Puts other texts in the place of some texts of a Cap'n Proto message, in its encoding for streams. Each becomes a segment of
 * its own, so that nothing else in the message moves.
 *
 * @param values by the text that is to be replaced, which the message holds once
 * @throws {Error} when the message does not hold a text
 */
export function fillMessage(message: Uint8Array, values: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const segments = readSegments(message);
  for (const [text, value] of Object.entries(values)) {
    const { segment, word } = findPointer(segments, text);
    // A far pointer: to the first word of another segment, where the pointer to the text itself is.
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

/** Where the pointer to a text is: in the text's own segment, since the message is small. */
function findPointer(segments: readonly Buffer[], text: string): { segment: Buffer; word: number } {
  const wanted = Buffer.from(`${text}\0`);
  for (const segment of segments) {
    const at = segment.indexOf(wanted);
    if (at === -1) continue;
    for (let word = 0; word < segment.byteLength / wordBytes; word += 1) {
      if (pointsTo(segment, word, at, wanted.byteLength)) return { segment, word };
    }
  }
  throw new Error(`The message does not hold "${text}".`);
}

function pointsTo(segment: Buffer, word: number, at: number, byteLength: number): boolean {
  const low = segment.readInt32LE(word * wordBytes);
  const high = segment.readUInt32LE(word * wordBytes + 4);
  // The last two bits say that it points to a list; the others how many words behind itself it begins.
  const isList = (low & 3) === 1;
  return isList && (word + 1 + (low >> 2)) * wordBytes === at && high === byteLength * 8 + listOfBytes;
}

/** A pointer to the list of bytes that follows at once, and that list: the text with its end mark, filled up to whole words. */
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
