import { sqlmapFindsNothing } from "./sqlmap/campaign.ts";

sqlmapFindsNothing("operator", ["getRule", "createSeller"]);
