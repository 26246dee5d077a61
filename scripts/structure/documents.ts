import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { exists, listFiles } from "./source-tree.ts";

/** Links of the documents that lead nowhere. */
export function findLinkProblems(root: string): readonly string[] {
  const isDocument = (path: string) => path.endsWith(".md");
  const documents = [
    ...(exists(root) ? readdirSync(root) : []).filter(isDocument).map((name) => join(root, name)),
    ...listFiles(join(root, "docs")).filter(isDocument),
  ];
  return documents.flatMap((document) =>
    [...readFileSync(document, "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^(https?:|mailto:|#)/.test(link))
      .filter((link) => !exists(resolve(dirname(document), link.split("#")[0] ?? "")))
      .map((link) => `${relative(root, document)}: the link ${link} leads nowhere`),
  );
}
