import { Anchor } from "@mantine/core";
import { createLink } from "@tanstack/react-router";

/** A link in running text to another screen: `<AnchorLink to="/produtos/$sku" params={{ sku }}>`. */
export const AnchorLink = createLink(Anchor<"a">);
