/** The two characters around a framed character. */
interface Frame {
  readonly open: string;
  readonly close: string;
}

/** Around a word character that is not ASCII, and around the frame's own two characters. */
export const WORD_FRAME: Frame = { open: "0", close: "1" };

/** Around every other character that needs a frame. Both are Unicode non-characters. */
export const NON_WORD_FRAME: Frame = { open: "\ufdd0", close: "\ufdd1" };

/** A text in frames, and where each of its offsets stood before. */
interface FramedText {
  readonly text: string;
  /** The offset in the original text; -1 inside a frame. */
  readonly originalOffset: Int32Array;
}

const UNICODE_WORD = /[\p{L}\p{N}_]/u;

/**
 * Puts characters into frames so that RE2, whose `\b` knows only ASCII and whose `$` knows only the end of the text,
 * sees what Python sees: `é` becomes `0é1`, a word character to its neighbours; `–` stands between two characters that
 * are none; with `newlines`, a newline that does not end the text is hidden from the multiline `$`. Characters `0` and
 * `1` are framed too, so a frame can only be read from its start.
 */
export function frameText(
  text: string,
  options: { readonly newlines: boolean; readonly asciiWords: boolean },
): FramedText {
  const pieces: string[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    const frame = frameOf(character, options, offset + 1 === text.length);
    const piece = frame === undefined ? character : frame.open + character + frame.close;
    pieces.push(piece);
    offsets.push(offset);
    for (let inside = 1; inside < piece.length; inside++) offsets.push(-1);
    offset += character.length;
  }
  offsets.push(offset);
  return { text: pieces.join(""), originalOffset: Int32Array.from(offsets) };
}

function frameOf(
  character: string,
  options: { readonly newlines: boolean; readonly asciiWords: boolean },
  last: boolean,
): Frame | undefined {
  if (character === WORD_FRAME.open || character === WORD_FRAME.close) return WORD_FRAME;
  if (character === "\n" && options.newlines && !last) return NON_WORD_FRAME;
  if (character < "\x80") return undefined;
  return !options.asciiWords && UNICODE_WORD.test(character) ? WORD_FRAME : NON_WORD_FRAME;
}
