import { plant } from "./plant.ts";

// Everybody spends the same quota.
plant("/src/sellers/quota/meter-key.ts", /const name = `\$\{sellerId\} \$\{lane\} \$\{clientId\}`/, 'const name = "everybody"');
