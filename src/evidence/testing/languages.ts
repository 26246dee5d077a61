import type { Language } from "./alterations.ts";
import { chinese, japanese, korean, thai } from "./corpus/east-asian.ts";
import { english } from "./corpus/english.ts";
import { german } from "./corpus/german.ts";
import { french, spanish } from "./corpus/romance.ts";
import { arabic, russian } from "./corpus/russian-arabic.ts";
import { wordsOf } from "./rendered-document.ts";

const negations: Readonly<Record<string, string>> = {
  English: "not no never without cannot none nobody",
  German: "nicht kein nie ohne keine niemand weder nie",
  French: "pas jamais sans aucun ne",
  Spanish: "no nunca sin ninguna",
  Russian: "не ни никогда без",
  Arabic: "لا لم ليس دون غير",
  Chinese: "不 没有 没 不得 不能 不会",
  Japanese: "ない 不 無",
  Korean: "안 못 없이",
  Thai: "ไม่",
};

const sentences: Readonly<Record<string, readonly string[]>> = {
  English: english,
  German: german,
  French: french,
  Spanish: spanish,
  Russian: russian,
  Arabic: arabic,
  Chinese: chinese,
  Japanese: japanese,
  Korean: korean,
  Thai: thai,
};

export const languages: readonly Language[] = Object.entries(sentences).map(([name, list]) => ({
  name,
  sentences: list,
  negations: (negations[name] ?? "").split(" "),
  contentWords: contentWordsOf(list),
}));

function contentWordsOf(list: readonly string[]): readonly string[] {
  const words = list.flatMap((sentence) =>
    wordsOf(sentence).map(({ shown }) => shown.replace(/[^\p{L}\p{M}]/gu, "")),
  );
  const isDense = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}]/u;
  return words.filter((word) => word.length >= (isDense.test(word) ? 2 : 6));
}
