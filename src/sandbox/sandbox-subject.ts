/** Whose code runs in the sandbox. */
export type SandboxSubject = "template" | "trait" | "scenario";

interface SubjectWords {
  /** Begins messages: `Template code took longer than …`. */
  readonly title: string;
  /** What the code has to be like to stay within its limits. */
  readonly advice: string;
  /** The modules it may import. */
  readonly imports: readonly string[];
  /** The code of the error for source that is written wrongly. */
  readonly mistake: "template_invalid" | "invalid_input";
}

/** What differs between the code of templates, of callable traits and of scenarios. */
export const subjects: { readonly [Subject in SandboxSubject]: SubjectWords } = {
  template: {
    title: "Template",
    advice: "Template code must be small and quick: it compares the fields of one answer.",
    imports: ["zod", "karenina"],
    mistake: "template_invalid",
  },
  trait: {
    title: "Trait",
    advice: "Trait code must be small and quick: it judges one text.",
    imports: [],
    mistake: "invalid_input",
  },
  scenario: {
    title: "Scenario",
    advice: "Scenario code must be small and quick: it looks at one walk.",
    imports: [],
    mistake: "invalid_input",
  },
};

/** What code may import, for the message about something else. */
export function importRule(subject: SandboxSubject): string {
  const allowed = subjects[subject].imports.map((name) => JSON.stringify(name)).join(" and ");
  return `${subject} files import ${allowed === "" ? "nothing" : `only ${allowed}`}`;
}
