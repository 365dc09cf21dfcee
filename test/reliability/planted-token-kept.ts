import { plant } from "./plant.ts";

// A credential's row says its token where its name belongs.
plant("/src/sellers/credentials/create.ts", /sellerId,\n\s+name,\n/, "sellerId,\n`${name} ${accessToken}`,\n");
