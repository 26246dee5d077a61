/** Words that deny, in lower case; those of many languages in one list, since any word counts and the list only names why. */
const negations: ReadonlySet<string> = new Set(
  [
    "no not non nor none never neither nothing nobody nowhere without cannot cant dont doesnt didnt isnt arent wasnt werent wont t hardly barely",
    "nicht nichts nie niemals kein keine keinen keinem keiner keines ohne weder niemand",
    "ne n pas jamais aucun aucune rien sans ni personne",
    "ni nunca jamás ningún ninguna ninguno nada nadie sin tampoco",
    "não nunca nenhum nenhuma sem nada nem",
    "non né mai nessun nessuno nessuna senza niente nulla",
    "niet geen nooit zonder niets",
    "inte ej ingen inga aldrig utan ikke aldri uten ikke",
    "nie nigdy bez żaden ne nikdy bez",
    "δεν δε μην όχι χωρίς ούτε ei eivät nincs nélkül není nejsou belum jangan",
    "не ни нет никогда без нельзя ничего никто никакой",
    "не ні ніколи без немає",
    "لا لم لن ليس ليست غير دون بدون ولا ولم فلا",
    "לא אין בלי אינו אינה",
    "değil yok hiç olmadan",
    "不 没 沒 无 無 非 未 勿 莫 别 ぬ ず ない",
    "ไม่ không chẳng tidak bukan tanpa नहीं न मत",
    "안 못 않 없",
  ].flatMap((line) => line.split(" ")),
);

/** Words of Chinese that hold such a character and deny nothing. */
const harmless = /不仅|不但|不过|不断|不同|不久|特别|分别|区别|类别|性别|级别|别人|非常|未来|无论|莫非/g;
const denyingCharacter = /[不没沒无無未勿]|ない|ぬ|ません/u;
/** Verbs and adjectives by which a clause denies without such a word, by how they begin. */
const denyingStems =
  /(?<![\p{L}\p{M}])(?:fail(?:s|ed|ing|ure)?(?!\p{L})|lack|unable|incapable|refus|prevent|unlikely|scheiter|versag|unfähig|verhinder|verweiger|fehlt|mangel|échou|manqu|incapa|empêch|dépourvu|fracas|carec|impid|impedi|falh|falt[aóo]|manc[ah]|rifiut|fallí|weiger|mislukt|ontbre|verhinder|отказ|лишен|лишён|неспособ|предотвра|فشل|يفتقر|رفض|عجز|실패|거부)\p{L}*|缺乏|缺少|拒绝|拒絕|阻止|未能|失败|失敗|(?:せ|され|でき)ず(?!つ)|(?<![少だもで])な(?:く(?!とも)|かった)|ません|ไร้|ขาด/iu;
/** What denies, at its end, what comes next. */
export const denyingPhrase =
  /(?<![\p{L}\p{M}])(?:(?:fail(?:s|ed|ing|ure)?|unable|unlikely) to|incapable of|lack(?:s|ed|ing|(?:s|ed|ing)? of)?|rarely|seldom|scarcely|(?:false|untrue|doubtful) that|no evidence (?:that|of|for)|selten|rarement|raramente|rara vez|редко)$/iu;
/** Words between a denial and what it denies: not very effective, not a safe drug. */
export const softening =
  /(?: (?:at all|in any way|by any means|very|yet|so|really|particularly|especially|significantly|always|fully|completely|entirely|necessarily|sufficiently|clearly|be|been|being|a|an|any|the|sehr|ganz|besonders|immer|gerade|très|toujours|vraiment|muy|molto|muito|очень|heel|erg))+$/iu;
const words = /[\p{L}\p{M}']+/gu;

/** A word of a folded text that denies what the text says; null where there is none. */
export function negationIn(text: string): string | null {
  for (const [word] of text.matchAll(words)) {
    if (isNegation(word) || word.toLowerCase().endsWith("n't")) return word;
  }
  return denyingCharacter.exec(text.replace(harmless, ""))?.[0] ?? null;
}

/** A word of a folded text that denies, or makes up for one; null where there is none. */
export function denialIn(text: string): string | null {
  return negationIn(text) ?? denyingStems.exec(text)?.[0] ?? null;
}

export function isNegation(word: string): boolean {
  return negations.has(word.toLowerCase());
}
