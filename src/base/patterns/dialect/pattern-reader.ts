import { KareninaError } from "../../errors.ts";
import { shownPattern } from "../shown-pattern.ts";

/** A cursor over the code points of a pattern. */
export class PatternReader {
  readonly #characters: readonly string[];
  #position = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position >= this.#characters.length;
  }

  /** The character at the cursor, or `""` at the end. */
  peek(): string {
    return this.#characters[this.#position] ?? "";
  }

  /** Consumes one character; fails with `message` at the end. */
  next(message = "unexpected end of pattern"): string {
    const character = this.#characters[this.#position];
    if (character === undefined) this.fail(message);
    this.#position++;
    return character;
  }

  /** Consumes `text` if it stands at the cursor. */
  eat(text: string): boolean {
    for (let offset = 0; offset < text.length; offset++) {
      if (this.#characters[this.#position + offset] !== text[offset]) return false;
    }
    this.#position += text.length;
    return true;
  }

  /** Consumes up to `limit` characters that match, and returns them. */
  eatWhile(matches: RegExp, limit = Number.POSITIVE_INFINITY): string {
    const start = this.#position;
    while (!this.atEnd && this.#position - start < limit && matches.test(this.peek())) this.#position++;
    return this.#characters.slice(start, this.#position).join("");
  }

  /** Consumes up to and including `end`, and returns what stood before it. */
  eatUntil(end: string, message: string): string {
    const start = this.#position;
    while (!this.eat(end)) this.next(message);
    return this.#characters.slice(start, this.#position - end.length).join("");
  }

  /** Goes back to an earlier position. */
  rewind(position: number): void {
    this.#position = position;
  }

  fail(message: string, position = this.#position): never {
    throw new KareninaError(
      "invalid_input",
      `Regular expression ${shownPattern(this.#characters.join(""))}: ${message} (at position ${position}).`,
      { hint: "Patterns are written in the dialect of Python's re module." },
    );
  }
}
