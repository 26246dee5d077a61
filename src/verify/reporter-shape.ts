import * as z from "zod";
import { functionLike, type ShapeOf, unknownMembers } from "../base/index.ts";
import type { FrozenView } from "../pipeline/index.ts";
import type { RunEvents } from "../run/index.ts";

const Event = functionLike.optional();
const events = {
  runStarted: Event,
  taskStarted: Event,
  taskFinished: Event,
  walkFinished: Event,
  callFinished: Event,
  toolCalled: Event,
  callRetried: Event,
  taskPutBack: Event,
  serverChanged: Event,
  runStopping: Event,
  runFinished: Event,
} satisfies ShapeOf<RunEvents>;

const names = Object.keys(events);
const isReporter = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What is told of a run, for callers that no compiler has looked at. A function by another name is a problem where the
 * reporter is of no class; other members are its own.
 */
export const ReporterShape = z
  .custom<object>(isReporter, "expected an object with functions such as taskFinished")
  .superRefine((reporter, context) => {
    for (const name of names) {
      const input: unknown = Reflect.get(reporter, name);
      if (!Event.safeParse(input).success)
        context.addIssue({ code: "custom", path: [name], input, message: "expected a function" });
    }
    const given = Object.getPrototypeOf(reporter) === Object.prototype ? Object.entries(reporter) : [];
    const unknown = given.filter(([name, member]) => typeof member === "function" && !names.includes(name));
    if (unknown.length === 0) return;
    const message = unknownMembers(
      unknown.map(([name]) => name),
      names,
      "event",
    );
    context.addIssue({ code: "custom", message });
  });

/** A reporter that is told views of what happens: what it would change are the results of the run and its tasks. */
export function withViews(reporter: RunEvents, view: FrozenView): RunEvents {
  const listeners = names.map((name) => {
    const listen = (event: object): unknown => {
      const listener: unknown = Reflect.get(reporter, name);
      return typeof listener === "function" ? Reflect.apply(listener, reporter, [view(event)]) : undefined;
    };
    return [name, listen] as const;
  });
  return Object.fromEntries(listeners);
}
