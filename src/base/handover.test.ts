import { expect, test } from "vitest";
import { handover } from "./handover.ts";

test("all that is handed over is read in order, whoever is quicker", async () => {
  const numbers = handover<number>();
  const reading = Array.fromAsync(numbers);
  numbers.push(1);
  await Promise.resolve();
  numbers.push(2);
  numbers.push(3);
  await new Promise((resolve) => setImmediate(resolve));
  numbers.push(4);
  numbers.end();
  expect(await reading).toEqual([1, 2, 3, 4]);
});

test("what is pushed while something is read, and before reading begins, is read too", async () => {
  const numbers = handover<number>();
  numbers.push(1);
  const read: number[] = [];
  for await (const one of numbers) {
    read.push(one);
    if (one < 3) numbers.push(one + 1);
    else numbers.end();
  }
  expect(read).toEqual([1, 2, 3]);
});
