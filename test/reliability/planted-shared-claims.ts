import { plant } from "./plant.ts";

// A claim looks at no lease: two reviewers get the same product.
plant("/src/catalog/review/queries.ts", /const IS_FREE = "[^"]+";/, 'const IS_FREE = "c.fence >= 0";');
