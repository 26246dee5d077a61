import type { Prompts } from "../prompts.ts";

/** An answer for the question whose message has these words. Text for a list of choices: values, separated by commas. */
export type ScriptedAnswer = readonly [words: string, answer: string | boolean | Error];

/** Prompts that are answered from a script, in its order. */
interface ScriptedPrompts extends Prompts {
  /** The notes that were shown, a title and its lines each. */
  readonly notes: readonly string[];
  /** The answers to questions that a check refused, with the reason. */
  readonly refused: readonly string[];
  /** Throws when a part of the script was not used. */
  done(): void;
}

/**
 * Answers questions from a script. An answer of `=` takes what the question starts with; one that is refused is
 * followed by another for the same question. Fails on a question that the script does not expect.
 */
export function scriptedPrompts(script: readonly ScriptedAnswer[]): ScriptedPrompts {
  const left = [...script];
  const notes: string[] = [];
  const refused: string[] = [];

  function next(message: string): string | boolean {
    const [words, answer] = left.shift() ?? [];
    if (words === undefined || answer === undefined) throw new Error(`nothing is scripted for: ${message}`);
    if (!message.includes(words)) throw new Error(`expected a question with "${words}", found: ${message}`);
    if (answer instanceof Error) throw answer;
    return answer;
  }

  function nextText(message: string, initial: string): string {
    const answer = next(message);
    if (typeof answer !== "string") throw new Error(`the question takes a text: ${message}`);
    return answer === "=" ? initial : answer;
  }

  function listed<Value extends string>(
    message: string,
    values: readonly string[],
    known: readonly { readonly value: Value }[],
  ): readonly Value[] {
    return values.map((value) => {
      const found = known.find((choice) => choice.value === value);
      if (found === undefined) throw new Error(`no choice "${value}" for: ${message}`);
      return found.value;
    });
  }

  return {
    notes,
    refused,
    done() {
      if (left.length > 0) throw new Error(`not asked: ${left.map(([words]) => words).join(", ")}`);
    },
    async text({ message, initial = "", check }) {
      for (;;) {
        const answer = nextText(message, initial).trim();
        const problem = check?.(answer);
        if (problem === undefined) return answer;
        refused.push(`${answer}: ${problem}`);
      }
    },
    async yesOrNo({ message, initial }) {
      const answer = next(message);
      return answer === "=" ? initial : answer === true;
    },
    async choice({ message, initial, choices }) {
      const [value] = listed(message, [nextText(message, initial)], choices);
      if (value === undefined) throw new Error(`no choice for: ${message}`);
      return value;
    },
    async choices({ message, initial, choices }) {
      return listed(message, nextText(message, initial.join(",")).split(","), choices);
    },
    async note(title, lines) {
      notes.push([title, ...lines].join("\n"));
    },
  };
}
