import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchResultsOf } from "./search-results.ts";

const text = (content: string) => ({ title: null, content, url: null });
const full = { title: "T", content: "C", url: "https://u" };

describe("searchResultsOf", () => {
  it.each<[unknown, unknown]>([
    [[], []],
    [
      [full, { ...full, score: 1, raw: null }],
      [full, full],
    ],
    [
      [{ content: "C" }, { title: " ", content: "C", url: "" }, { title: 3, content: "C" }],
      [text("C"), text("C"), text("C")],
    ],
    [[{ title: "T" }, { content: "" }, { content: 3 }, null, 7, " ", "snippet"], [text("snippet")]],
    [JSON.stringify([full]), [full]],
    ["  found at last \n", [text("found at last")]],
    ["[1] Smith et al., 2020", [text("[1] Smith et al., 2020")]],
    [JSON.stringify(full), [text(JSON.stringify(full))]],
    [{ results: [full] }, [full]],
    [{ result: [full] }, [full]],
    [full, [full]],
    [{ hits: 3 }, []],
    [3, []],
    [true, []],
    [null, []],
    [undefined, []],
  ])("of %j are %j", (output, results) => {
    expect(searchResultsOf(output)).toEqual(results);
  });

  it.each(["", " \n"])("of blank text %j are a failure", (blank) => {
    expect(() => searchResultsOf(blank)).toThrow("blank");
  });

  it("are never without content, whatever comes", () => {
    fc.assert(
      fc.property(fc.anything(), (output) => {
        fc.pre(typeof output !== "string");
        return searchResultsOf(output).every(
          ({ title, content, url }) => content.trim() !== "" && title !== "" && url !== "",
        );
      }),
    );
  });
});
