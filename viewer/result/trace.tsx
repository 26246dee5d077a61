import type { ResultDetail } from "../../src/report/index.ts";
import { countedText } from "../parts/rate-text.ts";
import { PlainText } from "../parts/value.tsx";
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
  return messages.map(({ role, parts }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <div key={at} className={`message ${role}`}>
      <p className="role">{role}</p>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <MessagePartBlock key={place} part={part} />
      ))}
    </div>
  ));
}

function MessagePartBlock({ part }: { readonly part: MessagePart }) {
  if (part.kind === "call")
    return (
      <div className="call">
        <p>
          calls <code>{part.tool}</code>
        </p>
        <pre>
          <PlainText text={JSON.stringify(part.input, null, 2)} />
        </pre>
      </div>
    );
  if (part.kind === "file")
    return (
      <p className="file-name">
        <PlainText text={part.name} /> <span className="soft">{part.mediaType}</span>
      </p>
    );
  if (part.kind === "output")
    return (
      <div className={part.isError ? "output bad" : "output"}>
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
