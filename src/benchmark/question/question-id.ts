import { md5 } from "../../base/index.ts";

/**
 * The id a question gets from its text: `urn:uuid:question-<prefix>-<hash>`. The prefix is the text in lower case with
 * spaces as hyphens, without `?`, `.` and `,`, cut to 50 code points; the hash is the first 8 digits of the text's MD5.
 *
 * @example
 * questionId("What is the capital of France?"); // "urn:uuid:question-what-is-the-capital-of-france-cb0b4aaf"
 */
export function questionId(text: string): string {
  const slug = text.toLowerCase().replaceAll(" ", "-").replaceAll(/[?.,]/g, "");
  return `urn:uuid:question-${[...slug].slice(0, 50).join("")}-${md5(text).slice(0, 8)}`;
}

/**
 * Gives texts their ids, followed by `-1`, `-2`, … where one is taken. Remembers how far it has counted, so that many
 * equal texts cost no more than different ones.
 */
export function questionIds(taken: (id: string) => boolean): (text: string) => string {
  const suffixes = new Map<string, number>();
  return (text) => {
    const id = questionId(text);
    let suffix = suffixes.get(id) ?? 0;
    let candidate = suffix === 0 ? id : `${id}-${suffix}`;
    while (taken(candidate)) {
      suffix += 1;
      candidate = `${id}-${suffix}`;
    }
    suffixes.set(id, suffix);
    return candidate;
  };
}
