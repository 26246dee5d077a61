import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A text in a file of its own, for an editor. */
export interface EditedText {
  readonly file: string;
  /** Puts the text there, with lines below it that are not kept. */
  write(text: string, below: readonly string[]): Promise<void>;
  /** What stands there now, without those lines. */
  read(): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a folder that only its user may look into, for a text that is called so. */
export async function editedText(name: string): Promise<EditedText> {
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-review-"));
  const safe = name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const file = path.join(folder, `${safe || "question"}.yaml`);
  // a file cannot know it: what is kept would end where a question has the line itself
  const mark = `# ---- karenina ${randomUUID().slice(0, 8)}: nothing below this line is kept ----`;
  return {
    file,
    write: (text, below) => {
      const comments = below.map((line) => `# ${line.replace(/[\r\n]+/g, " ")}\n`).join("");
      return writeFile(file, `${text.trimEnd()}\n\n${mark}\n${comments}`, { mode: 0o600 });
    },
    async read() {
      const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
      const end = text.indexOf(mark);
      const kept = (end === -1 ? text : text.slice(0, end)).trimEnd();
      return kept === "" ? "" : `${kept}\n`;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
