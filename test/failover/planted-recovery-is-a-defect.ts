import { plant } from "../reliability/plant.ts";

// What a standby refuses is none of the states that pass: 500, which nobody repeats.
plant("/src/platform/database/failures.ts", /\{ code: "0A000", text: \/recovery.*\n/, "\n");
