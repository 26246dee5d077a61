import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

test("forgets what was used longest ago", () => {
  const cache = new LruCache<string, number>(2);
  let made = 0;
  const get = (key: string) => cache.getOrCreate(key, () => ++made);
  expect([get("a"), get("b"), get("a"), get("c"), get("a")]).toEqual([1, 2, 1, 3, 1]);
  expect(cache.size).toBe(2);
  expect(get("b")).toBe(4);
});

test("keeps nothing when making the value fails", () => {
  const cache = new LruCache<string, number>(2);
  const fail = () => {
    throw new Error("no");
  };
  expect(() => cache.getOrCreate("a", fail)).toThrow("no");
  expect(cache.size).toBe(0);
});

test("large values take the place of several, and what is forgotten takes up nothing", () => {
  const cache = new LruCache<string, string>(3);
  const get = (key: string, size: number) => cache.getOrCreate(key, () => key, size);
  for (const key of ["a", "b", "c"]) get(key, 1);
  get("large", 2);
  expect(cache.size).toBe(2);
  cache.delete("large");
  for (const key of ["a", "b"]) get(key, 1);
  expect(cache.size).toBe(3);
  get("larger than all", 9);
  expect(cache.size).toBe(1);
});
