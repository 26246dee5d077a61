import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { pageSource } from "./source/page-source.ts";

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App source={pageSource(document)} />);
