import { plant } from "./plant.ts";

// A resource whose event is under way is taken for free.
plant("/src/notifications/dispatch/starter.ts", /ledger\.isUnderWay\(resource\) \? "busy" : "free"/, '"free"');
