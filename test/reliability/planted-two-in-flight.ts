import { plant } from "./plant.ts";

// A resource whose event is under way is taken for free.
plant("/src/notifications/dispatch/delivery-starter.ts", /deliveries\.isInFlight\(resource\) \? "busy" : "free"/, '"free"');
