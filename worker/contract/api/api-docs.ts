/** The address of the readable description. A file of its own, so that the pages of shares do not load it. */
export const API_DOCS_PATH = "/docs/api";
