import { plant } from "../reliability/plant.ts";

// What is personal or secret is kept like everything else that a schema names.
plant(
  "/src/inspector/body-mask.ts",
  /const isShown = \(schema: MaskingSchema\): boolean =>[^;]+;/,
  "const isShown = (schema: MaskingSchema): boolean => schema !== HIDDEN;",
);
