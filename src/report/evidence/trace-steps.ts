/** A part of a trace: what a model said and called, or what a tool gave back. */
interface TraceStep {
  readonly kind: "message" | "tool" | "thinking";
  /** With its header line, where the trace has them. */
  readonly text: string;
}

const header = /(?<=^|\n\n)--- (AI Message|Tool Message \(call_id: [^\n]*\)|Thinking) ---(?=\n|$)/g;

const kindOf = (title: string): TraceStep["kind"] =>
  title === "AI Message" ? "message" : title === "Thinking" ? "thinking" : "tool";

/** The steps of a rendered trace. One without headers is a single message. */
export function traceSteps(trace: string): readonly TraceStep[] {
  const found = [...trace.matchAll(header)];
  const first = found[0]?.index ?? trace.length;
  const steps = found.map(({ index, 1: title = "" }, at) => ({
    kind: kindOf(title),
    text: trace.slice(index, found[at + 1]?.index).trimEnd(),
  }));
  const before = trace.slice(0, first).trimEnd();
  return before === "" ? steps : [{ kind: "message", text: before }, ...steps];
}

/** How a trace ends: from its last message on, which is the report where there is one. Without its header. */
export function endOfTrace(trace: string): string {
  return textOf(partsOf(trace).end).replace(/^--- AI Message ---\n?/, "");
}

/** What stands before {@link endOfTrace}. */
export function beforeEndOfTrace(trace: string): string {
  return textOf(partsOf(trace).before);
}

function partsOf(trace: string) {
  const steps = traceSteps(trace);
  const last = Math.max(
    0,
    steps.findLastIndex(({ kind }) => kind === "message"),
  );
  return { before: steps.slice(0, last), end: steps.slice(last) };
}

const textOf = (steps: readonly TraceStep[]) => steps.map(({ text }) => text).join("\n\n");

/** How many tools gave something back. */
export function toolCallsIn(trace: string): number {
  return traceSteps(trace).filter(({ kind }) => kind === "tool").length;
}
