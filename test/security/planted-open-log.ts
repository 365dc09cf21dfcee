import { plant } from "../reliability/plant.ts";

// What is personal or secret is kept like everything else that a schema names.
plant(
  "/src/inspector/mask.ts",
  /const isShown = \(told: Told\): boolean =>[^;]+;/,
  "const isShown = (told: Told): boolean => told !== HIDDEN;",
);
