import { useMemo, useSyncExternalStore } from "react";
import { isOutcome } from "../parts/outcomes.ts";
import { type Place, placeAddress, readPlace } from "./place.ts";

const changed = "karenina-place";

function subscribe(tell: () => void): () => void {
  window.addEventListener("hashchange", tell);
  window.addEventListener("popstate", tell);
  window.addEventListener(changed, tell);
  return () => {
    window.removeEventListener("hashchange", tell);
    window.removeEventListener("popstate", tell);
    window.removeEventListener(changed, tell);
  };
}

/** The place that the address says; it follows links, the back button and {@link goTo}. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => readPlace(hash, isOutcome), [hash]);
}

/** Goes to a place. `replace`: the back button goes to where one was before, as while typing. */
export function goTo(place: Partial<Place>, { replace = false } = {}): void {
  const address = placeAddress(place);
  if (replace) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
  window.dispatchEvent(new Event(changed));
}
