import type { Command } from "commander";

/** Refuses `--name` beside `--no-name`, which commander takes for two spellings of one option. */
export function refuseBothSpellings(command: Command): Command {
  const names = new Set(command.options.map((option) => option.name()));
  for (const name of names) {
    if (!names.has(`no-${name}`)) continue;
    const given = new Set<string>();
    for (const each of [name, `no-${name}`]) {
      command.on(`option:${each}`, () => {
        given.add(each);
        if (given.size > 1) command.error(`error: --${name} and --no-${name} contradict each other`);
      });
    }
  }
  return command;
}
