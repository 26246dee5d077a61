import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** True while the page is being printed: browsers lay it out as soon as they have told. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const tell = (printing: boolean) => () => flushSync(() => setPrinting(printing));
    window.addEventListener("beforeprint", tell(true), listening);
    window.addEventListener("afterprint", tell(false), listening);
    return () => listening.abort();
  }, []);
  return isPrinting;
}
