/** Rendered by two documents: share.html (no router there) and index.html. */

export { SharePage as default } from "../features/share-page/share-page.tsx";
