import { sqlmapFindsNothing } from "./sqlmap/campaign.ts";

sqlmapFindsNothing("v2", ["getPrice", "postPrice"]);
