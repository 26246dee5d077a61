import { KareninaError } from "../base/index.ts";

/** Something wrong with a template. */
export interface TemplateProblem {
  /** Names the field or the regex check. */
  readonly message: string;
  /** Where in the template as data: `fields`, a field's name and its key; `regex`, a name and its key; empty for the whole. */
  readonly at: readonly string[];
}

/** A template that is not valid. */
export class TemplateError extends KareninaError {
  readonly problems: readonly TemplateProblem[];

  constructor(name: string, problems: readonly TemplateProblem[]) {
    const [only, ...others] = problems.map(({ message }) => message);
    const text = others.length === 0 ? ` ${only}` : problems.map(({ message }) => `\n- ${message}`).join("");
    super("template_invalid", `Answer template "${name}" is not valid:${text}`);
    this.problems = problems;
  }
}
