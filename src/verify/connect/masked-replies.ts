import { maskedFailure, maskGiven, maskSecrets, type TransportError } from "../../base/index.ts";
import type { AgentPort, CallObserver, LlmPort } from "../../ports/index.ts";
import { withChangedCalls } from "./changed-calls.ts";

/** A shorter one, or one without a digit, is a placeholder such as `ollama`: it may be a word of an answer. */
const isKey = (secret: string): boolean => secret.length >= 12 && /\d/.test(secret) && /[a-z]/i.test(secret);

/** As they are, and as they stand in JSON. */
const keysOf = (secrets: readonly string[]): readonly string[] => [
  ...new Set(secrets.filter(isKey).flatMap((key) => [key, JSON.stringify(key).slice(1, -1)])),
];

/** The model, whose replies and errors show `[hidden]` where they repeat a key of the run. */
export function maskedLlm(llm: LlmPort, secrets: readonly string[]): LlmPort {
  const keys = keysOf(secrets);
  return {
    capabilities: llm.capabilities,
    async generate(request) {
      const reply = await withMaskedErrors(secrets, () => llm.generate(withMaskedObserver(request, keys)));
      const { text, message, model, contexts } = reply;
      return {
        ...reply,
        text: masked(text, keys),
        message: masked(message, keys),
        model: masked(model, keys),
        ...(contexts && { contexts: masked(contexts, keys) }),
      };
    },
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** The same for an agent that makes its calls itself. */
export function maskedAgent(agent: AgentPort, secrets: readonly string[]): AgentPort {
  const keys = keysOf(secrets);
  return {
    ...agent,
    async run(request) {
      const reply = await withMaskedErrors(secrets, () => agent.run(withMaskedObserver(request, keys)));
      const { messages, model, error, contexts, unanswered, log } = reply;
      return {
        ...reply,
        messages: masked(messages, keys),
        model: masked(model, keys),
        ...(contexts && { contexts: masked(contexts, keys) }),
        // what is no answer shows nothing shaped like a key either
        ...(unanswered !== undefined && { unanswered: maskSecrets(unanswered, secrets) }),
        ...(log !== undefined && { log: maskSecrets(log, secrets) }),
        // an error in transport stays one
        ...(error && { error: maskedFailure(error, secrets) as TransportError }),
      };
    },
  };
}

/** What `work` rejects with shows none of the run's keys, nor anything shaped like one. */
export async function withMaskedErrors<T>(secrets: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw maskedFailure(error, secrets);
  }
}

/** The request, whose observer hears of no key either: the model's name is the server's word. */
function withMaskedObserver<T extends { readonly observer?: CallObserver }>(
  request: T,
  keys: readonly string[],
): T {
  return withChangedCalls(request, (call) => ({ ...call, model: masked(call.model, keys) }));
}

/** What somebody has stored, such as an earlier answer, without the keys of the run. */
export const withoutKeys = <T extends string | object>(said: T, secrets: readonly string[]): T =>
  masked(said, keysOf(secrets));

/** The very value where nothing of it is to be hidden. */
function masked<T extends string | object>(said: T, keys: readonly string[]): T {
  const text = JSON.stringify(said);
  const shown = maskGiven(text, keys, 1);
  // the mask is a text within texts, so the value keeps its form
  return shown === text ? said : (JSON.parse(shown) as T);
}
