import { type JsonObject, KareninaError, LruCache, sha256 } from "../base/index.ts";
import type { TemplateLoader } from "../ports/index.ts";
import {
  type CustomCheckSources,
  createTemplateRunner,
  type TemplateRunner,
  type TemplateRunnerOptions,
} from "../sandbox/index.ts";
import { type AnswerTemplate, type CustomCheckContext, templateFromDraft } from "../template/index.ts";
import { readTypeScriptTemplate } from "./typescript/read-template.ts";

/** Limits of template code. */
export interface TemplateLoaderOptions extends TemplateRunnerOptions {
  /** Templates are kept up to this many characters of source, those used last; default 10,000,000. */
  readonly cacheCharacters?: number;
}

/**
 * Loads templates from source. What is literal is read without running it; a source with anything else is run in a
 * sandbox, and custom checks at every call in a fresh one. Templates already loaded are kept by the hash of their source.
 *
 * @example
 * await using loader = createTemplateLoader();
 * const template = await loader.load({ language: "TypeScript", text });
 */
export function createTemplateLoader(options: TemplateLoaderOptions = {}): TemplateLoader {
  const { cacheCharacters = 10_000_000, ...limits } = options;
  const runner = createTemplateRunner(limits);
  const loaded = new LruCache<string, Promise<AnswerTemplate>>(cacheCharacters);
  return {
    async load({ text, language }) {
      if (language === "Python") {
        throw new KareninaError(
          "template_unreadable",
          "This template is written in Python, which this version does not read.",
          { hint: "Write it again in TypeScript; see docs/templates.md." },
        );
      }
      const key = sha256(text);
      const create = () => {
        const template = loadTemplate(runner, text);
        template.catch(() => loaded.delete(key));
        return template;
      };
      return loaded.getOrCreate(key, create, text.length);
    },
    [Symbol.asyncDispose]: async () => runner[Symbol.asyncDispose](),
  };
}

async function loadTemplate(runner: TemplateRunner, source: string): Promise<AnswerTemplate> {
  const reading = await readTypeScriptTemplate(source, runner.stripTypes);
  const { draft, checks } = reading.kind === "data" ? reading : await runner.describe(source);
  const custom = <Result>(check: keyof CustomCheckSources) => {
    const sourceText = checks[check];
    if (sourceText === undefined) return undefined;
    const call = async (answer: JsonObject, context: CustomCheckContext) =>
      // what the function returned is checked where it is used, as for functions of the user's own modules
      (await runner.callCheck(source, check, { answer, context })) as Result;
    return Object.assign(call, { sourceText });
  };
  return templateFromDraft(draft, {
    verify: custom<boolean>("verify"),
    verifyGranular: custom<number>("verifyGranular"),
  });
}
