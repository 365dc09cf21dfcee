import { sqlmapFindsNothing } from "./sqlmap/campaign.ts";

sqlmapFindsNothing("v1", ["createSandboxCredential"]);
