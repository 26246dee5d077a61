import type { AnswerTemplate } from "../template/index.ts";

/** A template as Python source; what Python cannot say is refused by name. What writes it is imported when asked. */
export async function pythonTemplateSource(template: AnswerTemplate): Promise<string> {
  const { writePythonTemplate } = await import("./python/write-template.ts");
  return writePythonTemplate(template);
}
