import { useMediaQuery } from "@mantine/hooks";

/** Whether the page is as narrow as a phone, where columns of a table stand below each other. */
export const useIsNarrow = (): boolean => useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
