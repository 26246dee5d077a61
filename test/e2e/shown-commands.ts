/** What a page shows of a command: the command, and runs of lines of its output, between lines of `...`. */
export interface ShownCommand {
  readonly line: string;
  readonly runs: readonly string[];
}

/** The commands whose output stands in the text of a page, in their order. */
export function shownCommands(page: string): readonly ShownCommand[] {
  return Array.from(page.matchAll(/```text\n\$ npx karenina (.+)\n([\s\S]*?)```/g), ([, line, output]) => ({
    line: line ?? "",
    runs: `\n${output}`.split(/\n\.\.\.(?=\n)/).filter((run) => run.trim() !== ""),
  }));
}

/** The first of the runs that does not stand in what was printed, behind the one before; how long stages took may differ. */
export function runNotPrinted(runs: readonly string[], printed: string): string | undefined {
  const text = timeless(`\n${printed}`);
  let at = 0;
  return runs.find((run) => {
    at = text.indexOf(timeless(run.trimEnd()), at);
    return at < 0;
  });
}

function timeless(text: string): string {
  return text.replace(/\d+\.\d s\b/g, "0.0 s");
}
