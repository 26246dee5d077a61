/** Words so alike that a slip would make one of the other, and that mean something else. */
const pairs: ReadonlySet<string> = new Set(
  [
    "contacting contracting, complaint compliant, complementary complimentary, complemented complimented, complementing complimenting, compiled complied, compiles complies",
    "alteration altercation, deprivation derivation, translational transnational, confirmation conformation, immorality immortality, infarction infraction",
    "restraining retraining, underserved undeserved, overeating overheating, homelessness hopelessness, scraping scrapping",
    "verschwinden verschwunden, vergleichen verglichen, geschlossen geschossen, abgeschlossen abgeschossen, angeschlossen angeschossen, beschlossen beschossen, erschlossen erschossen",
    "erschiessen erschliessen, erschiesst erschliesst, verschieben verschrieben, verschwenden verschwinden, verschwendet verschwindet, unterbrechen unterbrochen, unterlegen unterliegen",
    "bestätigung betätigung, aufgebracht aufgebraucht, eingesehen eingestehen, romanischen romantischen, unterstreichen unterstrichen, zurückgekommen zurückgenommen, einzubringen einzudringen",
    "ausschreibungen ausschreitungen, reaktionen redaktionen, weiterfahren weiterführen, durchbrechen durchbrochen, widersprechen widersprochen, interessanten interessenten",
    "permettait permettrait, permettaient permettraient, concerts concrets, apparement appartement, évidement évidemment, habilement habillement, prédication prédiction, étrangement étranglement",
    "continents contingents, atteindrait attendrait, atteindront attendront, immoralité immortalité, croisant croissant, écoulement écroulement, confirmation conformation, obligataires obligatoires",
    "enterado enterrado, enterados enterrados, enterada enterrada, enteraron enterraron, confirmación conformación, comprensión compresión, continente contingente, continentes contingentes",
    "exploraciones explotaciones, exploradores explotadores, tradiciones traiciones, consulados consultados, casualidad causalidad, casuales causales, predicación predicción, alienación alineación",
    "inmoralidad inmortalidad, adicciones adiciones, aleaciones alegaciones, aparcamiento apareamiento, moralmente mortalmente, reacciones redacciones, planeamiento planteamiento",
    "concerto concreto, concerti concreti, integrazione interazione, integrazioni interazioni, mediazione meditazione, importazione impostazione, compimento complimento, comprensione compressione",
    "interamente internamente, genericamente geneticamente, allegria allergia, inesistente insistente, guarigione guarnigione, casualità causalità, immoralità immortalità, esortazione esportazione",
    "experiente experimente, moralidade mortalidade, integração interação, alegrias alergias, apreender aprender, apreendido aprendido, mostarda mostrada, parceiras parcerias, desligamento deslizamento",
    "verlichting verplichting, verlichten verplichten, veroveren vervoeren, veroverd vervoerd, verstrekken vertrekken, verstreken verstrekken, gevlogen gevolgen, voorspelling voorstelling, veerkracht verkracht",
    "предоставить представить, предоставляет представляет, предоставляют представляют, предоставлять представлять, предоставление представление, предоставления представления, предоставил представил",
    "предоставлено представлено, предоставлены представлены, предоставлена представлена, отправления отравления, отправление отравление, отправились отравились, поднимается понимается, поддержать подержать",
    "контингента континента, настаивать настраивать, насаждения наслаждения, переводчиков перевозчиков, обрадовались образовались",
  ].flatMap((line) => line.split(", ")),
);

export function areConfusable(left: string, right: string): boolean {
  return pairs.has(`${left} ${right}`) || pairs.has(`${right} ${left}`);
}
