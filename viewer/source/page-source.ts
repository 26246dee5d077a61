import type { ReportIndex, ReportSummary, ResultDetail } from "../../src/report/index.ts";
import { detailCache } from "./detail-cache.ts";
import type { ReportSource } from "./report-source.ts";
import { unpackJson } from "./unpack.ts";

declare global {
  interface Window {
    /** Called by the files of details. */
    kareninaDetails?: (block: number, base64: string) => void;
  }
}

/** The data that stand in the page, with details in it or in the folder that it names. */
export function pageSource(page: Document): ReportSource {
  // the page and its data were written by the same program
  const summary = JSON.parse(textOf(page, "report-summary")) as ReportSummary;
  let index: Promise<ReportIndex> | undefined;
  const openIndex = () => {
    index ??= unpackJson(textOf(page, "report-index")) as Promise<ReportIndex>;
    return index;
  };
  const { detailsFolder } = summary;
  const base64Of = detailsFolder === null ? embeddedBlocks(page) : blocksBeside(page, detailsFolder);
  const load = async (block: number) => (await unpackJson(await base64Of(block))) as readonly ResultDetail[];
  return { summary, index: openIndex, detail: detailCache(openIndex, load) };
}

/** Blocks in the page; one that a browser has not read yet is waited for. */
function embeddedBlocks(page: Document): (block: number) => Promise<string> {
  return async (block) => {
    const id = `report-details-${block}`;
    if (page.getElementById(id) === null && page.readyState === "loading")
      await new Promise((resolve) => page.addEventListener("DOMContentLoaded", resolve, { once: true }));
    return textOf(page, id);
  };
}

/** Blocks in files, which are scripts: pages that are opened from disk may read nothing else. */
function blocksBeside(page: Document, folder: string): (block: number) => Promise<string> {
  const waiting = new Map<number, (base64: string) => void>();
  window.kareninaDetails = (block, base64) => waiting.get(block)?.(base64);
  return (block) =>
    new Promise<string>((resolve, reject) => {
      const script = page.createElement("script");
      const end = () => {
        waiting.delete(block);
        script.remove();
      };
      waiting.set(block, (base64) => {
        end();
        resolve(base64);
      });
      script.onerror = () => {
        end();
        reject(new Error(`The details are not there: this page needs the folder ${folder} beside it.`));
      };
      script.src = `${encodeURIComponent(folder)}/${block}.js`;
      page.head.append(script);
    });
}

function textOf(page: Document, id: string): string {
  const text = page.getElementById(id)?.textContent;
  if (typeof text !== "string") throw new Error(`This report is not whole: ${id} is missing.`);
  return text;
}
