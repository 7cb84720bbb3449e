/** The address of the readable description. A separate file, so that share pages don't load it. */
export const API_DOCS_PATH = "/docs/api";
/** Replaced by the installation's address: the built description is the same for all installations. */
export const DESCRIBED_ORIGIN = "https://installation.invalid";
