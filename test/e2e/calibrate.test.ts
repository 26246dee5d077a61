import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readLabels } from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand, runProgram } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const quickstart = join(root, "examples/quickstart");
const labels = join(quickstart, "labels.csv");

let project: Awaited<ReturnType<typeof sampleProject>>;
const run = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
const inProject = (name: string) => join(project.folder, name);
beforeAll(async () => {
  project = await sampleProject();
  const preset = ["--preset", join(quickstart, "offline.json")];
  await run("verify", join(quickstart, "benchmark.jsonld"), ...preset, "--output", "quickstart.json");
});
afterAll(() => project[Symbol.asyncDispose]());

describe("calibrating", () => {
  test("the page shows what its commands print", async () => {
    const commands = shownCommands(await readFile(join(root, "docs/calibrating.md"), "utf8"));
    expect(commands).toHaveLength(2);
    for (const { line, runs } of commands) {
      const args = line.split(" ").map((word) => (word.startsWith("examples/") ? join(root, word) : word));
      const { code, stdout, stderr } = await run(...args);
      expect({ line, code, stderr, missing: runNotPrinted(runs, stdout) }).toEqual({
        ...{ line, code: 0, stderr: "", missing: undefined },
      });
    }
  });

  test("the labels of the example are what its script writes", async () => {
    await runProgram(join(quickstart, "label.ts"), inProject("quickstart.json"), inProject("again.csv"));
    expect(await readFile(inProject("again.csv"), "utf8")).toBe(await readFile(labels, "utf8"));
  });

  test("a table goes out as CSV or workbook, and what is filled in comes back under its rater's name", async () => {
    expect(
      await run("label", "quickstart.json", "--to", "out.csv", "--sample", "6", "--seed", "1"),
    ).toMatchObject({ code: 0, stderr: "" });
    expect((await run("label", "quickstart.json", "--to", "out.csv")).stderr).toContain("out.csv exists");
    expect(
      await run("label", "quickstart.json", "--to", "out.xlsx", "--sample", "6", "--seed", "1"),
    ).toMatchObject({ code: 0 });
    const blank = await readLabels(inProject("out.csv"));
    expect(await readLabels(inProject("out.xlsx"))).toEqual(blank);
    const text = await readFile(inProject("out.csv"), "utf8");
    await writeFile(inProject("filled.csv"), text.replaceAll(",yes/no,,", ",yes/no,no,"));
    const nobody = await run("label", "quickstart.json", "--from", "filled.csv");
    expect(nobody).toMatchObject({ code: 2 });
    expect(nobody.stderr).toContain("--rater NAME");
    expect(await run("label", "quickstart.json", "--from", "filled.csv", "--rater", "ben")).toMatchObject({
      code: 0,
      stderr: "",
    });
    const taken = await run("calibrate", "quickstart.json", "--labels", "quickstart.labels.csv", "--json");
    expect(JSON.parse(taken.stdout)).toMatchObject({ labels: { raters: ["ben"], answers: 6, unknown: 0 } });
  });

  test("what cannot be used is refused with what to do", async () => {
    await run("label", "quickstart.json", "--to", "blank.csv", "--sample", "4");
    const blank = await run("calibrate", "quickstart.json", "--labels", "blank.csv");
    expect(blank).toMatchObject({ code: 1, stdout: "" });
    expect(blank.stderr).toContain('hint: Fill in its column "verdict"');
    const text = await readFile(labels, "utf8");
    await writeFile(inProject("others.csv"), text.replaceAll(/,[0-9a-f]{16},/g, ",0000000000000000,"));
    await writeFile(inProject("wrong.csv"), text.replace(",yes/no,yes,", ",yes/no,maybe,"));
    const wrong = await run("calibrate", "quickstart.json", "--labels", "wrong.csv");
    expect(wrong.stderr).toContain('row 2: expected yes, no or unsure; found "maybe"');
    expect((await run("label", "quickstart.json")).stderr).toContain("Whose labels are these?");
    expect((await run("label", "quickstart.json", "--rater", "ana")).stderr).toContain(
      "asked for at a terminal",
    );
  });

  test("summary, report and their JSON have what persons would find", async () => {
    const { stdout } = await run("summary", "quickstart.json", "--labels", labels, "--json");
    expect(JSON.parse(stdout).calibration.judges[0].aspects[0].prediction_powered.value).toBeCloseTo(0.82, 1);
    expect(
      await run("report", "quickstart.json", "--labels", labels, "-o", "r.md", "-o", "r.json"),
    ).toMatchObject({ code: 0 });
    expect(await readFile(inProject("r.md"), "utf8")).toContain("answers that persons labelled, passes are");
    expect(JSON.parse(await readFile(inProject("r.json"), "utf8")).calibration.labels.raters).toEqual([
      "ana",
      "ben",
    ]);
    expect(
      await run("report", "quickstart.json", "--labels", labels, "-o", "r.html", "-o", "r.xml"),
    ).toMatchObject({ code: 0, stderr: "" });
    expect(await readFile(inProject("r.xml"), "utf8")).toContain(
      '<property name="pass rate by labels of persons, replay:recorded-judge" value="82 % [57-95]"/>',
    );
    const page = await readFile(inProject("r.html"), "utf8");
    expect(page).toContain('"judged":"verdict","kind":"","labelled":14,"answers":17,"raw":"82 % [59–94]"');
  });

  test("compare takes labels of each run, and says where they are of nothing that is compared", async () => {
    await copyFile(inProject("quickstart.json"), inProject("again.json"));
    const same = await run("compare", "quickstart.json", "again.json", "--labels", labels);
    expect(same).toMatchObject({ code: 0, stderr: "" });
    expect(same.stdout.replace(/\s+/g, " ")).toContain(
      "quickstart passes 82 % [57-95], again passes 82 % [57-95], a difference of 0 points [0 to 0]. All answers of both are the same",
    );
    await writeFile(
      inProject("others.csv"),
      (await readFile(labels, "utf8")).replaceAll(/,([0-9a-f])([0-9a-f]{15}),/g, ",$2$1,"),
    );
    const none = await run("compare", "quickstart.json", "again.json", "--labels", "others.csv", "--json");
    expect(none.stderr).toContain("none of the labels is of a verdict");
    const { corrected } = JSON.parse(none.stdout).pairs[0];
    expect(corrected).toMatchObject({ labelled_a: 0, rate_a: null });
  });
});
