import type { Readable, Writable } from "node:stream";
import { harmlessText } from "../../base/index.ts";
import type { Choice, Prompts } from "./prompts.ts";

/** The two ends of a terminal. */
interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Prompts with arrow keys and colours; nothing in their words commands the terminal. What draws them is loaded with the first question. */
export function terminalPrompts({ input, output }: Terminal): Prompts {
  const loadPrompts = () => import("@clack/prompts");
  return {
    async text({ message, initial, whenEmpty, check }) {
      const { text } = await loadPrompts();
      const answer = await text({
        input,
        output,
        message: harmlessText(message),
        ...(initial !== undefined && { initialValue: harmlessText(initial) }),
        ...(whenEmpty !== undefined && { placeholder: harmlessText(whenEmpty) }),
        validate: (value) => {
          const problem = check?.((value ?? "").trim());
          return problem === undefined ? undefined : harmlessText(problem);
        },
      });
      return ((await answered(answer)) ?? "").trim();
    },
    async yesOrNo({ message, initial }) {
      const { confirm } = await loadPrompts();
      return answered(
        await confirm({ input, output, message: harmlessText(message), initialValue: initial }),
      );
    },
    async choice({ message, initial, choices }) {
      const { select } = await loadPrompts();
      const options = choices.map(option);
      const value = await answered(
        await select<string>({
          input,
          output,
          message: harmlessText(message),
          initialValue: initial,
          options,
        }),
      );
      return value as (typeof choices)[number]["value"]; // one of the options
    },
    async choices({ message, initial, choices }) {
      const { multiselect } = await loadPrompts();
      const given = { initialValues: [...initial], options: choices.map(option), required: true };
      const values = await answered(
        await multiselect<string>({ input, output, message: harmlessText(message), ...given }),
      );
      return values as (typeof choices)[number]["value"][]; // some of the options
    },
    async note(title, lines) {
      const { note } = await loadPrompts();
      note(harmlessText(lines.join("\n")), harmlessText(title), { output });
    },
  };
}

function option({ value, label, hint }: Choice<string>) {
  return { value, label: harmlessText(label), ...(hint !== undefined && { hint: harmlessText(hint) }) };
}

/** The answer, unless the question was left. */
async function answered<Answer>(answer: Answer): Promise<Exclude<Answer, symbol>> {
  if (typeof answer !== "symbol") return answer as Exclude<Answer, symbol>; // the only symbol stands for leaving
  const { KareninaError } = await import("../../base/index.ts");
  throw new KareninaError("cancelled", "The questions were left; nothing was run.");
}
