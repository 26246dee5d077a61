import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, Tracer } from "@opentelemetry/api";
import * as z from "zod";
import { KareninaError, loadPackage, messageOf, TransportError } from "../../base/index.ts";

/** How a span begins. Neither its name nor its attributes hold what models are asked or say. */
interface SpanStart {
  readonly name: string;
  /** `client`: a call that leaves this process. Default `internal`. */
  readonly kind?: "client" | "internal";
  readonly attributes: Attributes;
  /** Default: the span that the work is done in. */
  readonly parent?: OpenSpan | undefined;
}

/** A span around work that goes on. */
export interface OpenSpan {
  readonly context: Context;
  set(attributes: Attributes): void;
  /** The work has failed although it returns; what is said of the error is its kind alone. */
  fail(kind: string): void;
}

/** Puts spans of OpenTelemetry around work. */
export interface Spans {
  within<T>(start: SpanStart, work: (span: OpenSpan) => T | Promise<T>): Promise<T>;
  /** Has what is ended sent: a program may end before it would be. Never rejects. */
  flush(): Promise<void>;
}

/** Where every copy of the package keeps what a program registers, from its version 1 on. */
const registryKey = Symbol.for("opentelemetry.js.api.1");

const hasProvider = (): boolean => {
  const registry: unknown = Reflect.get(globalThis, registryKey);
  return (
    typeof registry === "object" && registry !== null && "trace" in registry && registry.trace !== undefined
  );
};

/**
 * Spans of this process, where a program has registered a provider of tracers; undefined where there is none. Nothing is imported
 * before there is one.
 *
 * @param wanted true: there must be a provider; false: there are to be no spans; undefined: as there is one
 * @throws KareninaError `configuration` or `missing_dependency` where spans are wanted and cannot be made.
 */
export async function openSpans(
  wanted: boolean | undefined,
  warn: (text: string) => void,
): Promise<Spans | undefined> {
  if (wanted === false) return undefined;
  if (!hasProvider()) {
    if (wanted === undefined) return undefined;
    throw new KareninaError(
      "configuration",
      "Telemetry is wanted, and no provider of tracers is registered.",
      {
        hint: 'Register one before the run, such as with NODE_OPTIONS="--import ./telemetry.mjs"; docs/telemetry.md shows how.',
      },
    );
  }
  try {
    const api = await loadPackage("@opentelemetry/api", () => import("@opentelemetry/api"), "telemetry");
    return spansOf(api, api.trace.getTracer("karenina"), warn);
  } catch (error) {
    if (wanted === true || !KareninaError.isInstance(error)) throw error;
    warn(`There are no spans of this run: ${error.message}`);
    return undefined;
  }
}

function spansOf(
  api: typeof import("@opentelemetry/api"),
  tracer: Tracer,
  warn: (text: string) => void,
): Spans {
  const { context, SpanKind, SpanStatusCode, trace } = api;
  // a program that registers no manager of contexts has its spans in order all the same
  const current = new AsyncLocalStorage<Context>();
  const surrounding = () => {
    const active = context.active();
    return trace.getSpan(active) === undefined ? (current.getStore() ?? active) : active;
  };
  return {
    async within({ name, kind, attributes, parent }, work) {
      const around = parent?.context ?? surrounding();
      const span = tracer.startSpan(
        name,
        { kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes },
        around,
      );
      const open: OpenSpan = {
        context: trace.setSpan(around, span),
        set: (more) => void span.setAttributes(more),
        fail(error) {
          span.setAttribute("error.type", error);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
      };
      try {
        return await current.run(open.context, () => context.with(open.context, () => work(open)));
      } catch (error) {
        open.fail(kindOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    async flush() {
      try {
        await Flushing.safeParse(registered(trace.getTracerProvider())).data?.forceFlush();
      } catch (error) {
        warn(`Spans of this run may be missing where they are sent: ${messageOf(error)}`);
      }
    },
  };
}

/** What the program has registered, which the package hides behind a stand-in. */
const registered = (provider: object): unknown =>
  "getDelegate" in provider && typeof provider.getDelegate === "function" ? provider.getDelegate() : provider;

const Flushing = z.custom<{ forceFlush(): Promise<void> }>(
  (provider) => typeof provider === "object" && provider !== null && "forceFlush" in provider,
);

/** What kind of error it is, in a word that holds nothing that anybody has said. */
export function kindOf(error: unknown): string {
  if (TransportError.isInstance(error)) return error.category;
  if (KareninaError.isInstance(error)) return error.code;
  return error instanceof Error ? error.constructor.name : "_OTHER";
}
