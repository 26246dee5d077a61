import { expect, test } from "vitest";
import { isOutcome } from "../parts/outcomes.ts";
import { noFilters, type Place, placeAddress, readPlace } from "./place.ts";

const read = (hash: string) => readPlace(hash, isOutcome);

test("an address says the place, and a place its address, whatever names hold", () => {
  const place: Place = {
    view: "results",
    walk: null,
    result: "a&b=#",
    section: null,
    filters: {
      ...{
        outcomes: ["wrong", "no_answer"],
        model: "openai:gpt +[a, b]",
        keyword: "ä & ö",
        trait: "t",
        value: "1",
      },
      ...{ question: "?#/", text: "two words" },
    },
  };
  expect(read(placeAddress(place))).toEqual(place);
});

test("the overview has no filters, the list of all results says so", () => {
  expect(read("")).toEqual({ view: "overview", walk: null, result: null, section: null, filters: noFilters });
  expect(placeAddress({ view: "results", filters: noFilters })).toBe("#list=all");
  expect(read("#list=all").view).toBe("results");
  expect(read("#outcome=wrong,nonsense").filters.outcomes).toEqual(["wrong"]);
  expect(read("#walk=w1")).toMatchObject({ view: "walk", walk: "w1" });
  expect(read("#section=cost")).toMatchObject({ view: "overview", section: "cost" });
});
