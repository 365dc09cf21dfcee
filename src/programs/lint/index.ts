export { hasError, lintFile } from "./lint-file.ts";
export { writeJsonReport, writeTextReport } from "./report.ts";
