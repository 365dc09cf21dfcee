export * as overviewContract from "./contract.ts";
