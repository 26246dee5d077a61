import { describe, expect, test } from "vitest";
import { parseFormattedDate } from "./date-format.ts";
import { parseDate } from "./parse-date.ts";

function written(text: string): string | undefined {
  const date = parseDate(text);
  if (date === undefined) return undefined;
  const { year, month = "?", day = "?", time } = date;
  const zone = time.offsetMinutes === undefined ? "" : ` ${time.offsetMinutes}`;
  return `${year}-${month}-${day} ${time.microseconds / 60_000_000}${zone}`;
}

describe("parseDate", () => {
  test.for([
    ["2016-04-11", "2016-4-11 0"],
    ["2016/04/11", "2016-4-11 0"],
    ["2016.4.1", "2016-4-1 0"],
    ["20160411T1030", "2016-4-11 630"],
    ["20160411103000", "2016-4-11 630"],
    ["11.04.2016", "2016-11-4 0"],
    ["31/12/1999", "1999-12-31 0"],
    ["12/31/99", "1999-12-31 0"],
    ["99-01-02", "1999-1-2 0"],
    ["01-02-16", "2016-1-2 0"],
    ["Apr 11 2016", "2016-4-11 0"],
    ["11-Apr-2016", "2016-4-11 0"],
    ["11Apr2016", "2016-4-11 0"],
    ["11 april 2016", "2016-4-11 0"],
    ["April 11, '16", "2016-4-11 0"],
    ["the 11th of April, 2016", "2016-4-11 0"],
    ["2016 Sept 3", "2016-9-3 0"],
    ["Thu, 25 Sep 2003 10:49:00 -0300", "2003-9-25 649 -180"],
    ["Thu Sep 25 10:36:00 UTC 2003", "2003-9-25 636 0"],
    ["2016-04-11 22:30:30.5", "2016-4-11 1350.5083333333334"],
    ["2016-04-11T00:30:00+02:00", "2016-4-11 30 120"],
    ["2016-04-11 12am", "2016-4-11 0"],
    ["2016-04-11 12:15 PM", "2016-4-11 735"],
    ["April 11, 2016 at 5:30 p.m. EST", "2016-4-11 1050 -300"],
    ["2016", "2016-?-? 0"],
    ["2016-04", "2016-4-? 0"],
    ["April, 2016", "2016-4-? 0"],
  ])("reads %s as %s", ([text = "", expected]) => {
    expect(written(text)).toBe(expected);
  });

  test.for([
    "",
    "today",
    "11 April",
    "April",
    "Friday",
    "13/14/2016",
    "2016-13-01",
    "2016-02-30",
    "0000-01-01",
    "2016-04-11 24:00",
    "2016-04-11 10:61",
    "2016-04-11 13pm",
    "2016-04-11T00:00+99:00",
    "about April 11, 2016",
    "April May 2016",
    "1 2 April 2016",
    "9".repeat(400),
  ])("does not read %j", (text) => {
    expect(written(text)).toBeUndefined();
  });
});

describe("parseFormattedDate", () => {
  test.for([
    ["11/04/2016", "%d/%m/%Y", "2016-4-11"],
    ["11 April 16", "%d %B %y", "2016-4-11"],
    ["apr 1 69", "%b %d %y", "1969-4-1"],
    ["may 1 2020", "%b %d %Y", "2020-5-1"],
    ["2016-102", "%Y-%j", "2016-4-11"],
    ["Monday, Mon 11 04 2016 100%", "%A, %a %d %m %Y 100%%", "2016-4-11"],
    ["2016-04-11 22:05:09.25", "%Y-%m-%d %H:%M:%S.%f", "2016-4-11"],
    ["2016-04-11 10 pm +02:00 utc", "%Y-%m-%d %I %p %z %Z", "2016-4-11"],
    ["04-11", "%m-%d", "1900-4-11"],
    ["2016  04", "%Y %m", "2016-4-1"],
    ["(2016)", "(%Y)", "2016-1-1"],
  ])("reads %s in %s as %s", ([text = "", format = "", expected]) => {
    const date = parseFormattedDate(text, format);
    expect(`${date?.year}-${date?.month}-${date?.day}`).toBe(expected);
  });

  test.for([
    ["2016-04-11", "%d/%m/%Y"],
    ["11/04/2016 ", "%d/%m/%Y"],
    ["2015-366", "%Y-%j"],
    ["2016-04-11 24", "%Y-%m-%d %H"],
    ["1", "."],
  ])("does not read %s in %s", ([text = "", format = ""]) => {
    expect(parseFormattedDate(text, format)).toBeUndefined();
  });
});
