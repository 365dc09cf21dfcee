export { fileDestination, streamDestination } from "./destination.ts";
export { checkKeyFiles, collectKeyFiles, missingKeys, writeKeyFiles } from "./key-files.ts";
export { openDatabaseToRead, openDatabaseToWrite } from "./open-database.ts";
export { backupFacts, FACT_NAMES, factsText, progressText, type BackupFacts } from "./summary.ts";
