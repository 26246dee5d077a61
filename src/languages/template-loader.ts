import { type JsonObject, KareninaError, LruCache } from "../base/index.ts";
import type { TemplateLoader } from "../ports/index.ts";
import {
  type CustomCheckSources,
  createTemplateRunner,
  type TemplateRunner,
  type TemplateRunnerOptions,
} from "../sandbox/index.ts";
import { type AnswerTemplate, type CustomCheckContext, templateFromDraft } from "../template/index.ts";
import type { PythonRunner, PythonRunnerOptions } from "./python/run/python-runner.ts";
import type { PythonShapes } from "./python/syntax.ts";
import type { TemplateReading } from "./template-reading.ts";
import { type JavaScriptShapes, readTypeScriptTemplate } from "./typescript/read-template.ts";

/** Limits of template code. */
export interface TemplateLoaderOptions extends TemplateRunnerOptions {
  /** Templates are kept up to this many characters of source, those used last; default 2,000,000. */
  readonly cacheCharacters?: number;
  /** Limits of Python code. */
  readonly python?: PythonRunnerOptions;
}

/**
 * Loads templates from source. What is literal is read without running it; a source with anything else is run in a
 * sandbox, and so are custom checks at every call: TypeScript in a fresh one, Python in one that no other source has been
 * in. Templates already loaded are kept by their source.
 *
 * @example
 * await using loader = createTemplateLoader();
 * const template = await loader.load({ language: "TypeScript", text });
 */
export function createTemplateLoader(options: TemplateLoaderOptions = {}): TemplateLoader {
  const { cacheCharacters = 2_000_000, python, ...limits } = options;
  const languages = { TypeScript: typeScript(limits), Python: pythonLanguage(python) };
  const loaded = new LruCache<string, Promise<AnswerTemplate>>(cacheCharacters);
  return {
    async load({ text, language }) {
      const key = `${language} ${text}`;
      const create = () => {
        const template = loadTemplate(languages[language], text);
        template.catch(() => loaded.delete(key));
        return template;
      };
      return loaded.getOrCreate(key, create, text.length);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(languages).map((language) => language.dispose()));
    },
  };
}

type CodeRunner = Pick<TemplateRunner, "describe" | "callCheck">;

/** How templates of a language are read and run. */
interface Language {
  read(source: string): Promise<TemplateReading>;
  /** What runs its code; it is there when it is first needed. */
  runner(): Promise<CodeRunner>;
  dispose(): Promise<void>;
}

/** Characters of shapes whose syntax trees are kept; these take some fifty times the memory. */
const keptShapes = 500_000;

function typeScript(limits: TemplateRunnerOptions): Language {
  const runner = createTemplateRunner(limits);
  const shapes: JavaScriptShapes = new LruCache(keptShapes);
  return {
    read: (source) => readTypeScriptTemplate(source, runner.stripTypes, shapes),
    runner: async () => runner,
    dispose: async () => runner[Symbol.asyncDispose](),
  };
}

/** Imported when the first template in Python is read: most files have none, and start quicker without. */
function pythonLanguage(limits: PythonRunnerOptions | undefined): Language {
  let runner: Promise<PythonRunner> | undefined;
  const shapes: PythonShapes = new LruCache(keptShapes);
  const create = async () => (await import("./python/run/python-runner.ts")).createPythonRunner(limits);
  let reader: Promise<typeof import("./python/read-template.ts")> | undefined;
  return {
    async read(source) {
      // importing it anew for each template takes longer than many of them
      reader ??= import("./python/read-template.ts");
      return (await reader).readPythonTemplate(source, shapes);
    },
    runner() {
      runner ??= create();
      return runner;
    },
    dispose: async () => (await runner?.catch(() => undefined))?.[Symbol.asyncDispose](),
  };
}

async function loadTemplate(language: Language, source: string): Promise<AnswerTemplate> {
  const reading = await language.read(source);
  if (reading.kind === "mistake") {
    const { line, message } = reading;
    throw new KareninaError("template_invalid", `Template source is not valid at line ${line}: ${message}`);
  }
  if (reading.kind === "data" && Object.keys(reading.checks).length === 0)
    return templateFromDraft(reading.draft);
  const runner = await language.runner();
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
