export { EditSharePage as default } from "../features/edit-share/edit-share-page.tsx";
