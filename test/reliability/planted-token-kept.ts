import { plant } from "./plant.ts";

// A credential's row says its token where its name belongs.
plant("/src/sellers/keys/create.ts", /sellerId,\n\s+name,\n/, "sellerId,\n`${name} ${accessToken}`,\n");
