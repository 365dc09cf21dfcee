import { plant } from "./plant.ts";

// The cursor passes an event when it is begun with, not when what became of it is settled; who dies in between forgets it.
plant("/src/notifications/dispatch/event-queue.ts", /entry\.state = "in flight";/, 'entry.state = "handled"; advance();');
