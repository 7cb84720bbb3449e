export { BundlePage as default } from "../features/share-page/bundle/bundle-page.tsx";
