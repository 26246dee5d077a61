import * as z from "zod";
import { countQuestionPlaces } from "../../prompt/index.ts";
import type { AnsweringPrompt as Prompt } from "./settings.generated.ts";

const spoken = (what: string) =>
  z.string().refine((text) => text.trim() !== "", { error: `expected ${what}, found nothing`, abort: true });

/**
 * One way to put questions to a model under test.
 *
 * @example
 * { id: "short", systemPrompt: "Answer in one word." }
 * { id: "step-by-step", userPrompt: "Think first. {{question}}" }
 */
export const AnsweringPrompt = z
  .strictObject({
    id: z
      .string()
      .max(60)
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
        "expected letters, digits, `.`, `_` and `-`, such as step-by-step",
      )
      .describe("Unique among the prompts; its name in results: letters, digits, `.`, `_` and `-`."),
    systemPrompt: spoken("a system prompt")
      .nullish()
      .describe("What the model is told in place of its own system prompt. Default: its own."),
    userPrompt: spoken("a user prompt")
      .refine((text) => countQuestionPlaces(text) === 1, {
        error: ({ input }) =>
          `expected {{question}} exactly once, found it ${timesText(countQuestionPlaces(String(input)))}`,
      })
      .nullish()
      .describe(
        "What the question stands in, with `{{question}}` in its place. Default: the question alone.",
      ),
  })
  .describe("One way to put questions to a model under test.");
export type AnsweringPrompt = Prompt;

const timesText = (count: number): string => (count === 0 ? "nowhere" : `${count} times`);

/** The ways of one run. */
export const AnsweringPrompts = z
  .array(AnsweringPrompt)
  .min(1, "expected at least one prompt; leave the list out to put questions as they are")
  .refine((prompts) => new Set(prompts.map(({ id }) => id)).size === prompts.length, {
    error: ({ input }) =>
      `expected a different id for each, found ${JSON.stringify(firstTwice(input))} twice`,
  });

function firstTwice(prompts: unknown): string | undefined {
  const ids = (prompts as readonly AnsweringPrompt[]).map(({ id }) => id); // refined after each was read
  return ids.find((id, at) => ids.indexOf(id) < at);
}
