/** Scrolls a row of tabs sideways until this one is in sight: a ref of the tab that is shown. */
export function inSight(tab: HTMLElement | null): void {
  tab?.parentElement?.scrollTo({ left: tab.offsetLeft - BEFORE_PX });
}
/** What of the tab before it is seen, to say that there is one. */
const BEFORE_PX = 32;
