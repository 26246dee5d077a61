const fileMarker = Symbol.for("karenina.from-file");
const codeMarker = Symbol.for("karenina.from-code");

/**
 * A value as it stands in a file that anybody may have written. It is opaque: nothing takes it for a setting. What it
 * holds can be shown and written back ({@link FromFile.toJSON}), and is opened on the user's word alone
 * ({@link onUsersWord}).
 */
export class FromFile<Content> {
  readonly [fileMarker] = true;
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
  }

  /** For showing, comparing and writing back. */
  toJSON(): Content {
    return this.#content;
  }

  /** True for values of this class, also across two copies of the package. */
  static isInstance(value: unknown): value is FromFile<unknown> {
    return typeof value === "object" && value !== null && fileMarker in value;
  }
}

/** What somebody has said so that a file's content may be used: named it, confirmed it, or wrote it. */
export type UsersWord = "named" | "confirmed" | "own";

/** Opens a file's content for use as settings, because the user has said so. */
export function onUsersWord<Content>(held: FromFile<Content>, _word: UsersWord): Content {
  return held.toJSON();
}

/**
 * A value that a program gave, the user's own word. JSON cannot hold one: what passes through a file comes back without
 * the mark.
 */
export class FromCode<Content> {
  readonly [codeMarker] = true;
  readonly content: Content;

  constructor(content: Content) {
    this.content = content;
  }

  toJSON(): Content {
    return this.content;
  }

  /** True for values of this class, also across two copies of the package. */
  static isInstance(value: unknown): value is FromCode<unknown> {
    return typeof value === "object" && value !== null && codeMarker in value;
  }
}
