export { createJsonOutput, createTextOutput } from "./output.ts";
export { runDemo } from "./run-demo.ts";
