export { UploadPage as default } from "../features/upload/upload-page.tsx";
