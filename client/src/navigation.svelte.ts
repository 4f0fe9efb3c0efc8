import { formatAddress, parseAddress, type Address } from "./addresses";

/** Where the person is, kept equal to the browser's address. */
class Navigation {
  address = $state.raw<Address>({ page: "lobby" });

  constructor() {
    this.#read();
    window.addEventListener("popstate", () => this.#read());
    window.addEventListener("hashchange", () => this.#read());
  }

  go(address: Address, isReplacing = false): void {
    const url = formatAddress(address);
    if (isReplacing) history.replaceState(null, "", url);
    else history.pushState(null, "", url);
    this.address = address;
    window.scrollTo(0, 0);
  }

  /** Stays in the application when a plain click would load one of its pages anew. */
  followLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const isElsewhere = link?.origin !== location.origin || link.target !== "";
    if (!link || isElsewhere || event.button !== 0 || hasModifier) return;
    event.preventDefault();
    this.go(parseAddress(link.pathname, link.hash));
  }

  #read(): void {
    this.address = parseAddress(window.location.pathname, window.location.hash);
  }
}

/** The one navigation of the application. */
export const navigation = new Navigation();
