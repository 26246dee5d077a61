import type { ResultDetail } from "../../src/report/index.ts";
import { countedText } from "../parts/rate-text.ts";
import { PlainText, visibleText } from "../parts/value.tsx";
import { LongText } from "./long-text.tsx";
import { Part } from "./part.tsx";

type Message = ResultDetail["trace"][number];
type MessagePart = Message["parts"][number];

/** What the model was sent, said and did; and what judges did as agents. */
export function Trace({ view }: { readonly view: ResultDetail }) {
  const { sent, trace, investigations, agent } = view;
  const calls = trace.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "call").length;
  return (
    <>
      {(trace.length > 0 || sent.length > 0) && (
        <Part title="Trace">
          <p className="note">
            {[
              countedText(trace.length, "message"),
              ...(calls > 0 ? [countedText(calls, "tool call")] : []),
              ...(typeof agent?.iterations === "number" ? [countedText(agent.iterations, "turn")] : []),
            ].join(", ")}
          </p>
          {sent.length > 0 && (
            <details>
              <summary>What the model was sent</summary>
              <Messages messages={sent} />
            </details>
          )}
          <details open={calls > 0}>
            <summary>What it said and did</summary>
            <Messages messages={trace} />
          </details>
        </Part>
      )}
      {investigations.length > 0 && (
        <Part title="Investigations">
          {investigations.map(({ kind, names, steps }) => (
            <details key={`${kind} ${names.join()}`}>
              <summary>
                How the judge looked into <PlainText text={names.join(", ")} />
              </summary>
              {steps.map(({ kind: step, text }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <div key={at} className={`message ${step === "tool" ? "tool" : "assistant"}`}>
                  <LongText text={text} />
                </div>
              ))}
            </details>
          ))}
        </Part>
      )}
    </>
  );
}

function Messages({ messages }: { readonly messages: readonly Message[] }) {
  const calls = callsOfOutputs(messages);
  return messages.map(({ role, parts }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <div key={at} className={`message ${role}`}>
      <p className="role">{role}</p>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <MessagePartBlock key={place} part={part} of={calls.get(part)} />
      ))}
    </div>
  ));
}

type Call = Extract<MessagePart, { readonly kind: "call" }>;

/** What each output is the output of: the last call before it with its id. */
function callsOfOutputs(messages: readonly Message[]): ReadonlyMap<MessagePart, Call> {
  const calls = new Map<string, Call>();
  const found = new Map<MessagePart, Call>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind === "call") calls.set(part.id, part);
    const call = part.kind === "output" ? calls.get(part.call) : undefined;
    if (call !== undefined) found.set(part, call);
  }
  return found;
}

/** What a tool was called with, in one line; empty where it was nothing. */
const shortInput = ({ input }: Call): string =>
  Object.keys(input).length === 0 ? "" : JSON.stringify(input).slice(0, 200).toWellFormed();

function CallBlock({ call: { tool, input } }: { readonly call: Call }) {
  const isLong = ([, value]: readonly [string, unknown]) => typeof value === "string" && value.includes("\n");
  const entries = Object.entries(input);
  const short = entries.filter((entry) => !isLong(entry));
  return (
    <div className="call">
      <p>
        calls <code>{visibleText(tool)}</code>
      </p>
      {short.length > 0 && (
        <pre>
          <PlainText text={JSON.stringify(Object.fromEntries(short), null, 2)} />
        </pre>
      )}
      {entries.filter(isLong).map(([name, text]) => (
        <div key={name}>
          <p className="role">
            <PlainText text={name} />
          </p>
          <pre>
            <PlainText text={String(text)} />
          </pre>
        </div>
      ))}
    </div>
  );
}

function MessagePartBlock({ part, of }: { readonly part: MessagePart; readonly of: Call | undefined }) {
  if (part.kind === "call") return <CallBlock call={part} />;
  if (part.kind === "file")
    return (
      <p className="file-name">
        <PlainText text={part.name} /> <span className="soft">{part.mediaType}</span>
      </p>
    );
  if (part.kind === "output")
    return (
      <div className={part.isError ? "output bad" : "output"}>
        {of !== undefined && (
          <p className="output-of">
            <code>{of.tool}</code> <PlainText text={shortInput(of)} />
          </p>
        )}
        {part.isError && <p>error</p>}
        <LongText text={part.text} />
      </div>
    );
  return (
    <div className={part.kind}>
      {part.kind === "thinking" && <p className="soft">thinking</p>}
      <LongText text={part.text} />
    </div>
  );
}
