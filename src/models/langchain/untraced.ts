import { AsyncLocalStorage } from "node:async_hooks";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/**
 * Stands where LangChain would put its own tracer, which it does for no run that already has one of this name. It
 * records nothing and sends nothing.
 */
class NoTracer extends BaseCallbackHandler {
  readonly name = "langchain_tracer";

  /** Of the tracer's own interface: an empty run, on which LangChain carries its settings to what runs inside. */
  getRunTreeWithTracingConfig(): object {
    return {};
  }

  updateFromRunTree(): void {}
}

/** Has to be among the callbacks of every run, beside {@link untraced}. */
export const noTracer: BaseCallbackHandler = new NoTracer();

/**
 * Runs LangChain code that sends nothing to LangSmith, whatever `LANGSMITH_TRACING` and its like say: prompts and
 * answers go to the model's vendor and nowhere else.
 */
export function untraced<T>(work: () => Promise<T>): Promise<T> {
  AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());
  return AsyncLocalStorageProviderSingleton.runWithConfig({ callbacks: [noTracer] }, work);
}
