/** Operations of the operators' document that no screen calls, and why. */
export const NOT_ON_A_SCREEN: Readonly<Record<string, string>> = {};
