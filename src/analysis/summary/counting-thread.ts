import { serveDigests } from "../../result/index.ts";
import { resultCounter } from "./counted-result.ts";

// The thread in which the results of long logs are read for a summary.
serveDigests((listed) => resultCounter(Number(listed)));
