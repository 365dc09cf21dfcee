export { reportText } from "./report.ts";
export { runLoad } from "./run-load.ts";
