import { KareninaError } from "../../base/index.ts";
import type { TemplateInput, TemplateSource } from "../../benchmark/index.ts";
import type { TemplateLoaderOptions } from "../../languages/index.ts";
import { type TemplateSpec, templateSpec } from "../../template/index.ts";

/** Limits of the code in a template's source. */
export type TemplateLimits = Omit<TemplateLoaderOptions, "cacheCharacters" | "graceMs">;

/**
 * A template as plain JSON, whatever it stands as: a template of the program, source in TypeScript or Python, or that of a
 * question. What is literal in source is read without running it; the rest is evaluated as in a run, in a sandbox.
 *
 * @throws KareninaError `template_invalid`, also for custom checks in Python, which the form cannot carry;
 * `template_unreadable` for a language that is not read; `sandbox_limit` and `sandbox_error`
 * @example
 * for (const { id, template } of benchmark) if (template) console.log(id, await readTemplateSpec(template));
 */
export async function readTemplateSpec(
  template: TemplateInput,
  limits: TemplateLimits = {},
): Promise<TemplateSpec> {
  if ("fields" in template) return templateSpec(template);
  if (!("kind" in template)) return sourceSpec(template, limits);
  if (template.kind === "native") return templateSpec(template.template);
  if (template.kind === "source") return sourceSpec(template.source, limits);
  throw new KareninaError(
    "template_unreadable",
    template.reason ?? `The template is written in ${template.language}, which is not read here.`,
  );
}

async function sourceSpec(source: TemplateSource, limits: TemplateLimits): Promise<TemplateSpec> {
  const { createTemplateLoader } = await import("../../languages/index.ts");
  await using loader = createTemplateLoader(limits);
  return templateSpec(await loader.load(source));
}
