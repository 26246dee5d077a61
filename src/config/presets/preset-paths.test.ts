import { expect, test } from "vitest";
import { fileSettings } from "../../models/definition/index.ts";
import { modelPaths } from "./preset-paths.ts";

test("the rows of settings hold paths where a model is served from a file", () => {
  expect([...modelPaths].sort()).toEqual([...fileSettings].sort());
});
