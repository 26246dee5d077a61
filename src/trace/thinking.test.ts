import { expect, test } from "vitest";
import { afterThinking, endOfThinking, thinkingIn } from "./index.ts";

const thoughts = (text: string) => thinkingIn(text).map(({ start, end }) => text.slice(start, end));

test("thinking is told from what is said, wherever a message begins with it", () => {
  expect(thoughts("<think>BCL2?</think>MCL1")).toEqual(["<think>BCL2?</think>"]);
  expect(thoughts("--- AI Message ---\nA\n\n--- AI Message ---\n[THINK]B\n\nC[/THINK]D")).toEqual([
    "[THINK]B\n\nC[/THINK]",
  ]);
  expect(
    thoughts("<|channel|>analysis<|message|>A<|end|><|start|>assistant<|channel|>final<|message|>B"),
  ).toEqual(["<|channel|>analysis<|message|>A<|end|>"]);
  expect(thoughts("<think>a\n<thinking>b</think>c</think>")).toEqual(["<think>a\n<thinking>b</think>"]);
});

test("thinking whose opening mark was swallowed begins with its message", () => {
  expect(thoughts("Maybe A.\n</think>\n\nB")).toEqual(["Maybe A.\n</think>"]);
  expect(thoughts("--- AI Message ---\nA\n</think>\nB")).toEqual(["\nA\n</think>"]);
  expect(thoughts("A</think>B")).toEqual([]);
});

test("a text that speaks of the marks holds no thinking", () => {
  expect(thoughts("Use <think> first, then </think>.")).toEqual([]);
  expect(thoughts("It begins with\n<think>\nand so on")).toEqual([]);
  expect(thoughts("reasoning [1] and a < b / think > c")).toEqual([]);
});

test("only whole blocks before a reply are taken from it", () => {
  expect(afterThinking(" <think>a</think>\n[THINK]b[/THINK]c")).toBe("c");
  expect(afterThinking("<think>a")).toBe("<think>a");
  expect(afterThinking("a\n</think>\nb")).toBe("a\n</think>\nb");
  expect(endOfThinking("a</THINK>b")).toBe("a</THINK>".length);
});
