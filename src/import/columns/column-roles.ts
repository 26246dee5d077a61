/** What a column of a table may be for a question. */
export const columnRoles = [
  ...["question", "answer", "id", "keywords"],
  ...["author", "authorEmail", "authorAffiliation", "url", "notes"],
] as const satisfies readonly ColumnRole[];

export type ColumnRole =
  | "question"
  | "answer"
  | "id"
  | "keywords"
  | "author"
  | "authorEmail"
  | "authorAffiliation"
  | "url"
  | "notes";

/** Names by which columns are known, in several languages; where a table has two of them, the one that stands first here is meant. */
const names: { readonly [Role in ColumnRole]: readonly string[] } = {
  question: [
    ...["question", "questions", "question text", "prompt", "query", "problem", "user input", "input"],
    ...["frage", "fragen", "pregunta", "domanda", "pergunta", "questao", "vraag", "fraga", "sporsmal"],
    ...["sporgsmal", "kysymys", "pytanie", "otazka", "kerdes", "intrebare", "soru", "вопрос", "питання"],
    ...["问题", "問題", "質問", "질문", "سؤال", "السؤال", "שאלה", "प्रश्न"],
  ],
  answer: [
    ...[
      "expected answer",
      "reference answer",
      "correct answer",
      "gold answer",
      "golden answer",
      "raw answer",
    ],
    ...[
      "ground truth",
      "ground truth answer",
      "expected output",
      "expected response",
      "expected",
      "reference",
    ],
    ...["target", "ideal", "best answer", "answer", "answers", "solution", "erwartete antwort", "antwort"],
    ...["reponse attendue", "reponse", "respuesta esperada", "respuesta", "risposta attesta", "risposta"],
    ...["resposta esperada", "resposta", "antwoord", "svar", "vastaus", "odpowiedz", "odpoved", "valasz"],
    ...[
      "raspuns",
      "cevap",
      "ответ",
      "відповідь",
      "答案",
      "回答",
      "答え",
      "정답",
      "답변",
      "إجابة",
      "الإجابة",
      "תשובה",
      "उत्तर",
    ],
  ],
  id: ["id", "question id", "source id", "key", "nr", "no", "number", "nummer", "numero", "номер", "编号"],
  keywords: [
    ...[
      "keywords",
      "keyword",
      "tags",
      "tag",
      "topics",
      "topic",
      "schlagworter",
      "schlagworte",
      "stichworter",
    ],
    ...["mots cles", "palabras clave", "parole chiave", "palavras chave", "trefwoorden", "nyckelord"],
    ...["slowa kluczowe", "ключевые слова", "关键词", "キーワード", "키워드"],
  ],
  author: [
    ...[
      "author",
      "author name",
      "written by",
      "autor",
      "autorin",
      "auteur",
      "autore",
      "verfasser",
      "forfatter",
    ],
    ...["автор", "作者", "著者", "저자"],
  ],
  authorEmail: ["author email", "email", "e mail"],
  authorAffiliation: ["author affiliation", "affiliation", "institution"],
  url: [
    ...["url", "link", "source url", "source", "sources", "quelle", "fuente", "fonte", "bron", "lien"],
    ...["источник", "来源", "出典", "출처"],
  ],
  notes: [
    ...["answer notes", "notes", "note", "comment", "comments", "remarks", "anmerkungen", "anmerkung"],
    ...["bemerkungen", "bemerkung", "notizen", "kommentar", "remarques", "notas", "observaciones"],
    ...["opmerkingen", "примечания", "примечание", "备注", "備考", "비고"],
  ],
};

/** Which column is what by its name. A column has one role, a role one column. */
export function rolesByName(columns: readonly string[]): ReadonlyMap<ColumnRole, number> {
  const places = new Map<string, number>();
  for (const [column, name] of columns.entries()) {
    const plain = plainName(name);
    if (!places.has(plain)) places.set(plain, column);
  }
  return new Map(
    columnRoles.flatMap((role) => {
      const known = names[role].find((name) => places.has(name));
      const column = known === undefined ? undefined : places.get(known);
      return column === undefined ? [] : [[role, column] as const];
    }),
  );
}

/** A name in lower case, without accents, with one space for all that is neither letter nor digit. */
function plainName(name: string): string {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/ø/g, "o")
    .replaceAll(/ł/g, "l")
    .replaceAll(/ß/g, "ss")
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
