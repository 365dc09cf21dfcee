import { holdOfAllScreens } from "./screens/rules.ts";

holdOfAllScreens("backoffice");
