/** One of several answers. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown beside the label. */
  readonly hint?: string;
}

/** A question that is answered by a line of text. */
export interface TextQuestion {
  readonly message: string;
  /** Stands there already, to be changed. */
  readonly initial?: string;
  /** Shown while nothing is there: what an empty answer means. */
  readonly whenEmpty?: string;
  /** What is wrong with an answer; undefined takes it. White space around it is gone. */
  readonly check?: (answer: string) => string | undefined;
}

/** Asks somebody at a terminal. Every question rejects with `KareninaError` `cancelled` when it is left by Ctrl-C or Escape. */
export interface Prompts {
  /** A line of text, without white space around it; empty only where `check` takes that. */
  text(question: TextQuestion): Promise<string>;
  yesOrNo(question: { readonly message: string; readonly initial: boolean }): Promise<boolean>;
  choice<Value extends string>(question: {
    readonly message: string;
    readonly initial: Value;
    readonly choices: readonly Choice<Value>[];
  }): Promise<Value>;
  /** Any number of answers, at least one. */
  choices<Value extends string>(question: {
    readonly message: string;
    readonly initial: readonly Value[];
    readonly choices: readonly Choice<Value>[];
  }): Promise<readonly Value[]>;
  /** Shows lines under a title. */
  note(title: string, lines: readonly string[]): Promise<void>;
}
