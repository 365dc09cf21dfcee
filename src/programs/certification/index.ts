export { checklistText, type ValidationRun } from "./report-text.ts";
export { runCertification } from "./run-certification.ts";
