/** The address of the readable description. A file of its own, so that the pages of shares do not load it. */
export const API_DOCS_PATH = "/docs/api";
/** Stands for the installation's address in the built description, which is the same for all installations. */
export const DESCRIBED_ORIGIN = "https://installation.invalid";
