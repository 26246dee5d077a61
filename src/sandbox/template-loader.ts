import { isJsonObject, type JsonObject, KareninaError, nestsDeeperThan, sha256 } from "../base/index.ts";
import type { TemplateLoader } from "../ports/index.ts";
import { type AnswerTemplate, type CustomCheckContext, templateFromDraft } from "../template/index.ts";
import { guestNames } from "./guest-names.ts";
import { defaultMemoryBytes, defaultStackBytes } from "./sandbox-protocol.ts";
import { createSandboxThread, type SandboxThread } from "./sandbox-thread.ts";

/** Limits of template code. */
export interface TemplateLoaderOptions {
  /** Memory of one evaluation, the interpreter's own included; default 32 MB, 16 MB at least. */
  readonly memoryBytes?: number;
  /** Stack of one evaluation; default 256 KB. */
  readonly stackBytes?: number;
  /** CPU time for loading a template, in milliseconds; default 500. */
  readonly timeoutMs?: number;
  /** CPU time for one call of a custom check, in milliseconds; default 1000. */
  readonly callTimeoutMs?: number;
  /** Most templates kept; default 1000. */
  readonly cacheSize?: number;
}

type Limits = Required<TemplateLoaderOptions>;

const defaults: Limits = {
  memoryBytes: defaultMemoryBytes,
  stackBytes: defaultStackBytes,
  timeoutMs: 500,
  callTimeoutMs: 1000,
  cacheSize: 1000,
};

/**
 * Loads templates from TypeScript source in a sandbox: no files, no network, no clock, bounded time, memory and
 * stack. Declarative templates come out as data and are checked natively; custom checks run in a fresh sandbox
 * at every call. Templates already loaded are kept by the hash of their source.
 *
 * @example
 * await using loader = createTemplateLoader();
 * const template = await loader.load({ language: "TypeScript", text });
 */
export function createTemplateLoader(options: TemplateLoaderOptions = {}): TemplateLoader {
  return templateLoaderOn(createSandboxThread(guestNames()), options);
}

/** A loader on a thread that others may use as well; disposing it ends the thread. */
export function templateLoaderOn(thread: SandboxThread, options: TemplateLoaderOptions = {}): TemplateLoader {
  const limits = { ...defaults, ...options };
  const loaded = new Map<string, Promise<AnswerTemplate>>();
  const keep = (key: string, template: Promise<AnswerTemplate>): Promise<AnswerTemplate> => {
    loaded.set(key, template);
    template.catch(() => loaded.delete(key));
    const [oldest] = loaded.keys();
    if (loaded.size > limits.cacheSize && oldest !== undefined) loaded.delete(oldest);
    return template;
  };
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
      return loaded.get(key) ?? keep(key, loadTemplate(thread, text, limits));
    },
    [Symbol.asyncDispose]: async () => thread[Symbol.asyncDispose](),
  };
}

async function loadTemplate(thread: SandboxThread, source: string, limits: Limits): Promise<AnswerTemplate> {
  const json = await thread.evaluate({
    subject: "template",
    source,
    task: JSON.stringify({ kind: "describe" }),
    limits,
  });
  const { draft, verify, verifyGranular } = describedTemplate(json);
  const custom = <Result>(check: "verify" | "verifyGranular", sourceText: string) =>
    Object.assign(
      async (answer: JsonObject, context: CustomCheckContext): Promise<Result> => {
        const task = JSON.stringify({ kind: "call", check, answer, context });
        const reply = await thread.evaluate({
          subject: "template",
          source,
          task,
          limits: { ...limits, timeoutMs: limits.callTimeoutMs },
        });
        // What the function returned is checked where it is used, as for functions of the user's own modules.
        return JSON.parse(reply) as Result;
      },
      { sourceText },
    );
  return templateFromDraft(draft, {
    verify: verify === null ? undefined : custom<boolean>("verify", verify),
    verifyGranular: verifyGranular === null ? undefined : custom<number>("verifyGranular", verifyGranular),
  });
}

/** Deepest nesting of the data a template may be made of. */
const deepest = 100;

function describedTemplate(json: string): {
  readonly draft: unknown;
  readonly verify: string | null;
  readonly verifyGranular: string | null;
} {
  if (nestsDeeperThan(json, deepest)) {
    throw new KareninaError("template_invalid", `The template is nested deeper than ${deepest} levels.`);
  }
  const described: unknown = JSON.parse(json);
  const { draft, verify, verifyGranular } = isJsonObject(described) ? described : {};
  return {
    draft,
    verify: typeof verify === "string" ? verify : null,
    verifyGranular: typeof verifyGranular === "string" ? verifyGranular : null,
  };
}
