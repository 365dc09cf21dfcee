import { plant } from "./plant.ts";

// A decision under any claim is taken, also when the claim has passed on to another reviewer.
plant("/src/catalog/review/queries.ts", /c\.claim_token is distinct from i\.claim_token/, "i.claim_token is null");
