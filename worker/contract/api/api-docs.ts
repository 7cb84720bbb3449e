/** The address of the readable description. A file of its own, so that the pages of shares do not load it. */
export const API_DOCS_PATH = "/docs/api";
/** Stands in the built pages for the address of the installation, which the Worker puts in its place. */
export const SAMPLE_ORIGIN = "https://your-site.example";
