import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The room, in MB, that a process gave to what lives shortly for most of the time while it made much of that; it is more while V8 moves it. */
function roomOf(begin: string): number {
  const module = JSON.stringify(new URL("./small-memory.ts", import.meta.url).href);
  const program = `import { getHeapSpaceStatistics } from "node:v8";
    import { keepMemorySmall } from ${module};
    ${begin}
    let kept = [];
    const rooms = [];
    for (let at = 0; at < 1_000_000; at++) {
      kept.push({ at, more: [at] });
      if (kept.length > 20_000) kept = [];
      if (at % 5000 > 0) continue;
      const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
      rooms.push(young.space_size);
    }
    console.log(keepMemorySmall.name, rooms.toSorted((a, b) => a - b)[rooms.length >> 1] / 2 ** 20);`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  return Number(said.split(" ")[1]);
}

test("keepMemorySmall leaves less than half of the room to what lives shortly", () => {
  expect(roomOf("keepMemorySmall();") * 2).toBeLessThan(roomOf(""));
});

test("keepMemorySmall gives what lives shortly the room that it is told", () => {
  const room = roomOf("keepMemorySmall(8);");
  expect(room).toBeGreaterThanOrEqual(8);
  expect(room).toBeLessThan(roomOf(""));
});
