import { readFile } from "node:fs/promises";
import { defineStage } from "karenina";

/** The works that an answer cites, as [key], and those of them that no list of references has. */
export interface Citations {
  readonly cited: readonly string[];
  readonly unknown: readonly string[];
}

declare module "karenina" {
  interface Facts {
    readonly citations: Citations;
  }
}

/** Fails answers that cite works which a list of references, a key at the start of each line, does not have. */
export function checkCitations(references: URL) {
  return defineStage({
    name: "CheckCitations",
    requires: ["response"],
    produces: ["citations"],
    async run({ response }) {
      const known = new Set((await readFile(references, "utf8")).match(/^\w+/gm));
      const cited = Array.from(response.trace.matchAll(/\[(\w+)\]/g), ([, key = ""]) => key);
      const unknown = cited.filter((key) => !known.has(key));
      const citations = { cited, unknown };
      if (unknown.length === 0) return { citations };
      const reason = `cites ${unknown.join(", ")}, which the list of references does not have`;
      return { citations, ruling: { verifyResult: false, kind: "auto_fail", reason } };
    },
  });
}
