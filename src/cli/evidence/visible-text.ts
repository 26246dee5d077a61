const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text from a model with its control and direction characters made visible, so that nothing in it commands the
 * terminal or hides. Each is replaced by one character: places in the text stay what they were. Line ends stay; a
 * tab, and the carriage return of a line end, become a space.
 *
 * @example
 * visibleText("\u001b[31mred") // "␛[31mred"
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (character, at: number) => {
    if (character === "\n") return character;
    if (character === "\t" || (character === "\r" && text[at + 1] === "\n")) return " ";
    return pictureOf(character.charCodeAt(0));
  });
}

/** The sign that Unicode has for a control character of ASCII; the replacement character for others. */
function pictureOf(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}
