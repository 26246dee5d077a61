import { expect, test, vi } from "vitest";
import { KareninaError } from "../base/index.ts";
import { sharedAnswers } from "./shared-answers.ts";

test("a slow answer is waited for, not generated again", async () => {
  const slow = Promise.withResolvers<string>();
  const generate = vi.fn(() => slow.promise);
  const answers = sharedAnswers();
  const asked = [answers.share("a", generate), answers.share("a", generate), answers.share("a", generate)];
  slow.resolve("text");
  expect(await Promise.all(asked)).toEqual([
    { value: "text", shared: false },
    { value: "text", shared: true },
    { value: "text", shared: true },
  ]);
  expect(await answers.share("a", generate)).toEqual({ value: "text", shared: true });
  expect(generate).toHaveBeenCalledTimes(1);
});

test("design 9.10: a failed generation reaches every judge as the failure it was", async () => {
  const generate = vi.fn(async () => {
    throw new Error("down");
  });
  const answers = sharedAnswers();
  const waiting = Promise.allSettled([answers.share("a", generate), answers.share("a", generate)]);
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(answers.share("a", generate)).rejects.toThrow("down");
  expect(generate).toHaveBeenCalledTimes(1);
});

test("a generator that throws at once is a failed generation", async () => {
  const answers = sharedAnswers();
  const generate = () => {
    throw new Error("at once");
  };
  await expect(answers.share("a", generate)).rejects.toThrow("at once");
});

test("a dropped answer is gone, others stay", async () => {
  const answers = sharedAnswers();
  await answers.share("a", async () => 1);
  await answers.share("b", async () => 2);
  answers.drop("a");
  expect(answers.size).toBe(1);
  expect(await answers.share("a", async () => 3)).toEqual({ value: 3, shared: false });
  expect(await answers.share("b", async () => 4)).toEqual({ value: 2, shared: true });
});

test("tells once per answer that it is there or has failed", async () => {
  const settled = vi.fn();
  const answers = sharedAnswers({ settled });
  await answers.share("a", async () => 1);
  await answers.share("a", async () => 1);
  await answers.share("b", () => Promise.reject(new Error("down"))).catch(() => undefined);
  expect(settled.mock.calls).toEqual([["a"], ["b"]]);
});

test("nobody waits after a cancellation, even where the generation does not stop", async () => {
  const controller = new AbortController();
  const answers = sharedAnswers({ signal: controller.signal });
  const asked = [
    answers.share("a", () => new Promise(() => undefined)),
    answers.share("a", async () => "never called"),
  ];
  const outcomes = Promise.allSettled(asked);
  controller.abort();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
  }
  const generate = vi.fn(async () => 1);
  await expect(answers.share("b", generate)).rejects.toSatisfy(KareninaError.isInstance);
  expect(generate).not.toHaveBeenCalled();
});

test("an answer that can be disposed of is, once, when it is dropped or the run ends", async () => {
  const gone: string[] = [];
  const disposable = (name: string) => async () => ({
    name,
    async [Symbol.asyncDispose]() {
      gone.push(name);
    },
  });
  const answers = sharedAnswers();
  await answers.share("a", disposable("a"));
  await answers.share("b", disposable("b"));
  await answers.share("plain", async () => 1);
  const never = answers.share("never", () => new Promise(() => undefined));
  answers.drop("a");
  answers.drop("a");
  await answers[Symbol.asyncDispose]();
  expect(gone).toEqual(["a", "b"]);
  expect(answers.size).toBe(0);
  expect(await Promise.race([never, "still waiting"])).toBe("still waiting");
});
