import { AsyncLocalStorage } from "node:async_hooks";
import { TransportError } from "../../base/index.ts";
import { type CallSite, malformedReply } from "../../http/index.ts";
import type { SdkModel } from "./providers/index.ts";

type Fetch = typeof globalThis.fetch;
type Generated = Awaited<ReturnType<SdkModel["doGenerate"]>>;
type Content = Generated["content"][number];
type StreamPart =
  Awaited<ReturnType<SdkModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** What a model of the SDK can be asked, as middleware of the SDK has it. */
interface Asking {
  doGenerate(): PromiseLike<Generated>;
  doStream(): ReturnType<SdkModel["doStream"]>;
}

/** A call that is streamed, and what has come of it. */
export interface StreamedCall {
  /**
   * The reply as if it had come at once.
   *
   * @throws TransportError `connection` when its end has not come, and what the SDK throws.
   */
  whole(ask: Asking): Promise<Generated>;
  /** The text that has come. */
  readonly partialText: string;
}

/** Streams calls on one connection. */
export interface StreamedCalls {
  /** For the vendor's package. */
  readonly fetch: Fetch;
  /** @param begun told when the first piece of the reply has come */
  begin(site: CallSite, begun: () => void): StreamedCall;
}

/** A reply that came at once though a stream was asked for, until it is read. */
interface Slot {
  response?: Response | undefined;
}

/**
 * Streams calls, and takes the reply of a server that knows no streams as it is: the package would read nothing in it, and
 * asking again would be paid again.
 */
export function streamedCalls(fetch: Fetch): StreamedCalls {
  const slots = new AsyncLocalStorage<Slot>();
  return {
    async fetch(...request) {
      const slot = slots.getStore();
      if (slot?.response !== undefined) {
        const { response } = slot;
        slot.response = undefined;
        return response;
      }
      const response = await fetch(...request);
      if (slot === undefined || !response.ok || !isWhole(response)) return response;
      slot.response = response;
      throw new Error("The server sent a whole reply, not a stream.");
    },
    begin(site, begun) {
      const taken = takenParts(site, begun);
      return {
        whole: ({ doGenerate, doStream }) =>
          slots.run({}, async () => {
            const asked = await doStream().then(
              ({ stream }) => stream,
              (error: unknown) => {
                if (slots.getStore()?.response === undefined) throw error;
                return undefined;
              },
            );
            if (asked === undefined) return await doGenerate();
            for await (const part of asked) taken.take(part);
            return taken.whole();
          }),
        get partialText() {
          return taken.partialText;
        },
      };
    },
  };
}

/** Some servers send their streams under other names, or none. */
const isWhole = ({ headers }: Response): boolean =>
  /^(?:application\/(?:[\w.+-]+\+)?json|text\/html)\b/i.test(headers.get("content-type") ?? "");

type Piece = Extract<StreamPart, { readonly type: `${"text" | "reasoning"}-${"start" | "delta" | "end"}` }>;

const isPiece = (part: StreamPart): part is Piece =>
  /^(?:text|reasoning)-(?:start|delta|end)$/.test(part.type);

/** Parts that say something of the stream, not of the reply. */
const besideContent: ReadonlySet<string> = new Set([
  "stream-start",
  "tool-input-delta",
  "tool-input-end",
  "ping",
  "raw",
]);
const isContent = (part: StreamPart): part is Extract<StreamPart, Content> => !besideContent.has(part.type);

/** A text or thinking in pieces. */
interface OpenPart {
  readonly type: "text" | "reasoning";
  readonly pieces: string[];
  /** What the vendor said of it last. */
  metadata: Content["providerMetadata"];
}

function takenParts(site: CallSite, begun: () => void) {
  const content: (OpenPart | Content)[] = [];
  const open = new Map<string, OpenPart>();
  let response: Generated["response"] = {};
  let finish: Extract<StreamPart, { readonly type: "finish" }> | undefined;
  let hasBegun = false;

  function begin(): void {
    if (!hasBegun) begun();
    hasBegun = true;
  }

  function takePiece(part: Piece): void {
    const type = part.type.startsWith("text") ? "text" : "reasoning";
    const key = `${type} ${part.id}`;
    const whole = open.get(key) ?? { type, pieces: [], metadata: undefined };
    if (!open.has(key)) content.push(whole);
    open.set(key, whole);
    whole.metadata = part.providerMetadata ?? whole.metadata;
    if ("delta" in part && part.delta !== "") {
      begin();
      whole.pieces.push(part.delta);
    }
    if (part.type.endsWith("-end")) open.delete(key);
  }

  return {
    take(part: StreamPart): void {
      if (isPiece(part)) takePiece(part);
      else if (part.type === "response-metadata") {
        const { type: _, ...metadata } = part;
        response = { ...response, ...metadata };
      } else if (part.type === "finish") finish = part;
      else if (part.type === "error") throw errorInStream(site, part.error);
      else if (part.type === "tool-input-start") begin();
      else if (isContent(part)) {
        begin();
        content.push(part);
      }
    },
    whole(): Generated {
      // the packages end a stream that is cut off without a reason of the vendor's
      if (finish === undefined || (finish.finishReason.raw === undefined && !isBlocked(finish))) {
        const where = `Model "${site.modelName}" at ${site.url}`;
        throw new TransportError("connection", `${where} broke off: its stream ended before its reply did.`);
      }
      const { finishReason, usage, providerMetadata } = finish;
      return {
        content: content.map(finished),
        ...{ finishReason, usage, response, warnings: [] },
        ...(providerMetadata !== undefined && { providerMetadata }),
      };
    },
    get partialText() {
      return content
        .flatMap((part) => ("pieces" in part && part.type === "text" ? part.pieces : []))
        .join("");
    },
  };
}

/** Google ends a prompt that it blocks without a reason, and says why apart from it. */
const isBlocked = ({ providerMetadata }: { readonly providerMetadata?: Generated["providerMetadata"] }) =>
  (providerMetadata?.google?.promptFeedback ?? null) !== null;

function finished(part: OpenPart | Content): Content {
  if (!("pieces" in part)) return part;
  const { type, pieces, metadata } = part;
  return { type, text: pieces.join(""), ...(metadata !== undefined && { providerMetadata: metadata }) };
}

/** An error that a server sends within a stream has no status. */
function errorInStream(site: CallSite, error: unknown): Error {
  if (error instanceof Error && "statusCode" in error) return error;
  const cause = error instanceof Error ? error : new Error(JSON.stringify(error) ?? "");
  return malformedReply(site, "an error in its stream", 200, cause);
}
