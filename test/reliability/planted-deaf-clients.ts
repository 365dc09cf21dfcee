import { plant } from "./plant.ts";

// Nobody listens when a connection that is in use loses its server.
plant("/src/platform/database/pool.ts", /pool\.on\("connect", \(client\) => client\.on[^;]*;/, "");
