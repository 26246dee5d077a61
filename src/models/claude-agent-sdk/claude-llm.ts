import { exitGuard, type JsonValue, KareninaError, startDeadline } from "../../base/index.ts";
import { networkError } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { Block, Message } from "../../trace/index.ts";
import { closedSchema } from "../structured/index.ts";
import { type ClaudeAgentSdkConnection, resolveConnection } from "./connection.ts";
import { finishReasonOf } from "./finish-reason.ts";
import { runProgram } from "./program/run-program.ts";
import { promptOf } from "./prompt.ts";
import { runningCalls } from "./running-calls.ts";
import type { Transcript } from "./transcript/transcript.ts";

/** A Claude model reached through the Claude Agent SDK. */
interface ClaudeAgentSdkLlmOptions extends ClaudeAgentSdkConnection {
  /** Limit of one call in milliseconds, unless the request has its own. Default: none. */
  readonly timeoutMs?: number;
}

/** The tool with which the program has its model write JSON. */
const jsonTool = "StructuredOutput";

/**
 * A model for judging with what the Claude agent runs on: one question to its program per call, without tools, in an
 * empty folder. JSON is held to the request's schema by the program; the model may mend its JSON once. There is no
 * setting for temperature: a request's is not sent. Every call starts a process, which takes about a second.
 *
 * Throws `KareninaError` with code `missing_key` or `configuration` at once, `configuration` for a request with tools.
 */
export function createClaudeAgentSdkLlm(options: ClaudeAgentSdkLlmOptions): LlmPort {
  const connection = resolveConnection(options);
  const guard = exitGuard();
  const calls = runningCalls("the connection");

  const ask = async (request: LlmRequest): Promise<LlmReply> => {
    if (request.tools !== undefined && request.tools.length > 0) {
      throw new KareninaError("configuration", "This model cannot be asked with tools, and there are some.");
    }
    const { observer, responseSchema } = request;
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const signal = AbortSignal.any([calls.closed, ...(request.signal ? [request.signal] : [])]);
    using deadline = startDeadline(timeoutMs, signal);
    const { transcript, failure } = await runProgram(connection, {
      ...{ prompt: promptOf(request.messages), observer, guard, signal: deadline.signal },
      maxTurns: responseSchema === undefined ? 1 : 2,
      options: (folder) => ({
        cwd: folder.empty,
        tools: [],
        ...(responseSchema !== undefined && {
          // our schema is readonly all the way down, the SDK's argument is not; it writes it out as JSON
          outputFormat: {
            type: "json_schema",
            schema: closedSchema(responseSchema.schema) as Record<string, unknown>,
          },
        }),
      }),
    });
    if (failure !== undefined) throw failure;
    if (transcript.result === undefined)
      throw networkError(connection.site, signal.reason, { deadline, timeoutMs });
    return replyOf(transcript, connection.modelName);
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: true, tools: false },
    generate: (request) => calls.track(ask(request)),
    [Symbol.asyncDispose]: () => calls[Symbol.asyncDispose](),
  };
}

/** The JSON is the text of the reply; JSON that does not fit its schema is handed over as it came. */
function replyOf(transcript: Transcript, modelName: string): LlmReply {
  const { result, usage } = transcript;
  const blocks = transcript.messages().flatMap(assistantBlocks);
  const written = blocks.findLast((block) => block.type === "tool_use" && block.name === jsonTool);
  const json = (result?.structured_output ?? (written?.type === "tool_use" ? written.input : undefined)) as
    | JsonValue
    | undefined;
  const said = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const text = json === undefined ? said : JSON.stringify(json);
  const thinking = blocks.filter((block) => block.type === "thinking");
  return {
    text,
    message: {
      role: "assistant",
      content: [...thinking, ...(text === "" ? [] : [{ type: "text" as const, text }])],
    },
    usage,
    usageKnown: usage.totalTokens > 0,
    model: transcript.model || modelName,
    finishReason: finishReasonOf(transcript),
  };
}

const assistantBlocks = ({ role, content }: Message): readonly Block[] =>
  role === "assistant" ? content : [];
