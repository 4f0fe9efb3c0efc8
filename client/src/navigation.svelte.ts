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

  #read(): void {
    this.address = parseAddress(window.location.pathname, window.location.hash);
  }
}

/** The one navigation of the application. */
export const navigation = new Navigation();
