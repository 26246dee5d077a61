import type { AnswerTemplate } from "../../template/index.ts";

/**
 * What would keep a template from living in a file, such as a custom check that uses something defined outside of it: the
 * template is written as source, loaded in the sandbox and compared. Empty: nothing.
 *
 * @example
 * const problems = await checkTemplateSource(answerTemplate(fields, { verify: ({ dose }) => dose > limit }));
 */
export async function checkTemplateSource(template: AnswerTemplate): Promise<readonly string[]> {
  const { createTemplateLoader } = await import("../../languages/index.ts");
  const sandbox = await import("../../sandbox/index.ts");
  await using loader = createTemplateLoader();
  return sandbox.checkTemplateSource(loader, template);
}
