import { holdOfAllScreens } from "./screens/rules.ts";

holdOfAllScreens("portal");
