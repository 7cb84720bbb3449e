export { NewBundlePage as default } from "../features/bundles/new-bundle-page.tsx";
