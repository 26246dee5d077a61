import type { Command } from "commander";

/** What was given to `karenina draft`; what was not given is absent. */
export interface DraftOptions {
  readonly dryRun?: boolean;
  readonly finish?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  npx karenina draft benchmark.yaml --dry-run
  npx karenina draft benchmark.yaml
  npx karenina draft benchmark.yaml --finish

No model is asked: each template follows from the expected answer and the notes of its question. Look at every one.`;

/** Describes `karenina draft`. */
export function describeDraft(command: Command): Command {
  return command
    .description("propose templates for questions that have none, by their expected answers")
    .argument("<benchmark>", ".yaml or .jsonld file, which the templates are written into")
    .option("--dry-run", "show what would be proposed, and write nothing")
    .option("--finish", "mark the questions as finished, so that a run takes them")
    .option("--json", "print as JSON")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
