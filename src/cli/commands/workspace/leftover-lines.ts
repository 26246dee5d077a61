import { oneLine, pluralize } from "../../../base/index.ts";
import type { Leftover } from "../../../verify/index.ts";
import { type TableRoom, tableLines } from "../../report/table.ts";

const columns = [
  { title: "State", align: "left" },
  { title: "For", align: "left" },
  { title: "Age", align: "right" },
  { title: "Size", align: "right" },
  { title: "Path", align: "left" },
] as const;

/** Where there is less room, a path stands under its row, to be copied in one piece. */
const narrowestPath = 60;

/** A table of folders; `now` is in milliseconds since the epoch. */
export function leftoverLines(
  leftovers: readonly Leftover[],
  now: number,
  room: TableRoom,
): readonly string[] {
  return tableLines(
    columns,
    leftovers.map(({ state, purpose, createdAt, sizeBytes, path }) => [
      state,
      purpose,
      ageText(now - Date.parse(createdAt)),
      sizeBytes === null ? "-" : sizeText(sizeBytes),
      oneLine(path),
    ]),
    { ...room, narrowestLast: narrowestPath },
  );
}

/** `2 folders, 1.3 MB`. */
export function totalText(leftovers: readonly Leftover[]): string {
  const size = leftovers.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return `${pluralize(leftovers.length, "folder")}, ${sizeText(size)}`;
}

/** The largest whole unit: `12 s`, `3 min`, `5 h`, `2 d`. */
function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** Decimal units: `950 B`, `12.3 kB`, `4.1 MB`. */
function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = 0;
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
