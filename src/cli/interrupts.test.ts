import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { watchInterrupts } from "./interrupts.ts";

function fakeProcess() {
  const exits: number[] = [];
  return Object.assign(new EventEmitter(), { exits, exit: (code: number) => void exits.push(code) });
}

test("the first interrupt asks to stop, the second ends at once", () => {
  const target = fakeProcess();
  using watch = watchInterrupts(target);
  watch.signal.addEventListener("abort", () => {});
  target.emit("SIGINT", "SIGINT");
  expect(watch.signal.aborted).toBe(true);
  expect(target.exits).toEqual([]);
  target.emit("SIGINT", "SIGINT");
  expect(target.exits).toEqual([130]);
});

test("work that can be finished is finished first, then aborted, then left with a last word", () => {
  const target = fakeProcess();
  using watch = watchInterrupts(target);
  const said: unknown[] = [];
  watch.lastWords.add(() => said.push(target.exits.length));
  watch.signal.addEventListener("abort", () => {});
  watch.stopSignal.addEventListener("abort", () => {});
  target.emit("SIGINT", "SIGINT");
  expect([watch.stopSignal.aborted, watch.signal.aborted, target.exits]).toEqual([true, false, []]);
  target.emit("SIGINT", "SIGINT");
  expect([watch.signal.aborted, target.exits, said]).toEqual([true, [], []]);
  target.emit("SIGINT", "SIGINT");
  expect([target.exits, said]).toEqual([[130], [0]]);
});

test.each(["SIGTERM", "SIGHUP"])("%s does not wait for what could be finished", (name) => {
  const target = fakeProcess();
  using watch = watchInterrupts(target);
  watch.signal.addEventListener("abort", () => {});
  watch.stopSignal.addEventListener("abort", () => {});
  target.emit(name, name);
  expect([watch.stopSignal.aborted, watch.signal.aborted, target.exits]).toEqual([false, true, []]);
});

test("work that cannot be asked to stop ends at once", () => {
  const target = fakeProcess();
  using _watch = watchInterrupts(target);
  target.emit("SIGTERM", "SIGTERM");
  expect(target.exits).toEqual([130]);
});

test("nothing is watched any more at the end", () => {
  const target = fakeProcess();
  watchInterrupts(target)[Symbol.dispose]();
  expect(target.eventNames()).toEqual([]);
});
