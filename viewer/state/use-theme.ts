import { useEffect, useState } from "react";

/** What somebody chose; `system`: what the device says. */
export type Theme = "system" | "light" | "dark";

const key = "karenina-theme";
const themes: readonly Theme[] = ["system", "light", "dark"];

/** The theme, kept where the browser lets a page keep something. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      window.localStorage.setItem(key, theme);
    } catch {
      // pages from disk may not be allowed to: the choice holds until the page is closed
    }
  }, [theme]);
  return [theme, setTheme];
}

function storedTheme(): Theme {
  try {
    return themes.find((theme) => theme === window.localStorage.getItem(key)) ?? "system";
  } catch {
    return "system";
  }
}
