export { prepareDatabase } from "./prepare-database.ts";
export { readyJson, readyText } from "./ready-message.ts";
export { startServer } from "./start-server.ts";
